/** Markdown syntax, in text whose line breaks may have been lost. */
const signs =
  /(?<=^|\s)(?:#{1,6}|[-*+] \[[ xX]\]|[-*+]|```\w*)(?=\s|$)|\*\*|__|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|`+|\[\[|\]\]|\|(?:\s*:?-{3,}:?\s*\|)+|(?<=^|\s)\|(?=\s|$)|(?<=\])\([^()\s]*\)|(?<!\[)\[(?=[^\]\n]+\]\()|\](?=\()/g
/** Quote marks. A `>` in the middle of a sentence is a comparison, so it does not match. */
const quotes = /(?<=^|[.!?:*]\s)>\s/g

/** The beginning of a Markdown text as plain words, for lists that don't render it. */
export const plainWords = (text: string): string => text.replace(signs, '').replace(quotes, '').replace(/\s+/g, ' ').trim()

interface Mark {
  start: number
  end: number
}

/** The same for a text with marked ranges, which are shifted along with the words. */
export function plainMarked(text: string, marks: readonly Mark[]): { text: string; marks: Mark[] } {
  const gone = [...text.matchAll(signs), ...text.matchAll(quotes)].map(({ index, 0: sign }) => ({ start: index, end: index + sign.length }))
  const kept: string[] = []
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    places.push(kept.length)
    if (!gone.some(({ start, end }) => at >= start && at < end)) kept.push(text.charAt(at))
  }
  places.push(kept.length)
  const moved = marks.map(({ start, end }) => ({ start: places[start] ?? kept.length, end: places[end] ?? kept.length }))
  return { text: kept.join(''), marks: moved.filter(({ start, end }) => end > start) }
}
