/** The key and title of an item, or "None". */
export function Named({ name, title }: { name: string | undefined; title: string | undefined }) {
  if (name === undefined) return <span className="text-muted">None</span>
  return (
    <>
      <span className="shrink-0 font-mono text-label whitespace-nowrap text-muted">{name}</span>
      <span className="truncate">{title}</span>
    </>
  )
}
