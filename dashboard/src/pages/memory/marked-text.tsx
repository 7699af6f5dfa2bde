interface Mark {
  start: number
  end: number
}

/** Text with the words of the query highlighted. */
export function MarkedText({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const parts: React.ReactNode[] = []
  let at = 0
  for (const { start, end } of marks) {
    if (start < at) continue
    parts.push(text.slice(at, start))
    parts.push(
      <mark key={start} className="rounded-code bg-accent-soft px-2 text-fg">
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  parts.push(text.slice(at))
  return <>{parts}</>
}

/** Where words occur in a text, in whatever inflection. */
export function marksOf(text: string, words: readonly string[]): Mark[] {
  const stems = words.map((word) => word.toLowerCase().slice(0, Math.max(4, word.length - 2))).filter((stem) => stem.length > 1)
  if (stems.length === 0) return []
  return [...text.matchAll(/[\p{L}\p{N}_-]+/gu)]
    .filter(([word]) => stems.some((stem) => word.toLowerCase().startsWith(stem)))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}
