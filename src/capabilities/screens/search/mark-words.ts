export interface Marked {
  text: string
  marks: { start: number; end: number }[]
}

const word = /[\p{L}\p{N}\p{M}]+/gu
const before = 80
const maxExcerpt = 240

/** The positions of the words in a text that begin with one of the stems. */
export function marksIn(text: string, stems: readonly string[]): Marked['marks'] {
  const marks: Marked['marks'] = []
  for (const { 0: found, index } of text.matchAll(word)) {
    if (stems.some((stem) => begins(found.toLowerCase(), stem))) marks.push({ start: index, end: index + found.length })
  }
  return marks
}

// A short stem begins too many words. The longest ending that stemming cuts off is short, too.
const begins = (found: string, stem: string): boolean =>
  found === stem || (stem.length > 2 && found.startsWith(stem) && found.length <= stem.length + 6)

/** A line or two of a text around the first occurrence of a stem, the weightiest stem first. */
export function snippetOf(text: string, stems: readonly string[], cut = { start: false, end: false }): Marked {
  const line = text.replace(/\s+/gu, ' ').trim()
  const at = stems.map((stem) => marksIn(line, [stem])[0]?.start).find((start) => start !== undefined) ?? 0
  const start = wordStart(line, Math.max(0, at - before))
  const end = wordEnd(line, Math.min(line.length, start + maxExcerpt))
  const piece = line.slice(start, end).toWellFormed()
  const shown = `${start > 0 || cut.start ? '…' : ''}${piece}${end < line.length || cut.end ? '…' : ''}`
  return { text: shown, marks: marksIn(shown, stems) }
}

const reach = 24

function wordStart(line: string, place: number): number {
  if (place === 0) return 0
  const space = line.indexOf(' ', place)
  return space >= 0 && space - place < reach ? space + 1 : place
}

function wordEnd(line: string, place: number): number {
  if (place === line.length) return place
  const space = line.lastIndexOf(' ', place)
  return space >= 0 && place - space < reach ? space : place
}
