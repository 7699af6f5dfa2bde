interface RequestProps {
  summary: string | null
  recommendation: string | null
  risks: string | null
}

/** What the authors want those to know who decide. */
export function Request({ summary, recommendation, risks }: RequestProps) {
  const said = [
    ['Summary', summary],
    ['Recommendation', recommendation],
    ['Risks', risks],
  ].filter(([, text]) => text)
  if (said.length === 0) return null
  return (
    <dl className="flex flex-col gap-4">
      {said.map(([title, text]) => (
        <div key={title}>
          <dt className="text-label text-muted">{title}</dt>
          <dd className="line-clamp-3 break-words whitespace-pre-wrap">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
