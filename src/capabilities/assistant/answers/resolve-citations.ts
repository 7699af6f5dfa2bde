import type { z } from 'zod'
import type { Citation, Dropped, Passage } from '../sessions/ai-sessions.contract.ts'

export type Passages = readonly z.output<typeof Passage>[]

export interface Resolved {
  /** The answer without citations that lead nowhere. */
  text: string
  citations: z.output<typeof Citation>[]
  dropped: z.output<typeof Dropped>[]
}

// Matches [2], [1, 4] and [2 "exact words"]. Directly after a word it would be an index, as in items[0]. Every part has a longest length, so that
// no text makes it slow.
const mark =
  /(?<![\w.)])\[(\d{1,4}(?:\s{0,5},\s{0,5}\d{1,4}){0,30})(?:\s{0,5}[:,]?\s{0,5}(?:"([^"\n]{1,400})"|“([^”\n]{1,400})”))?\](?!\()/g
/** Nobody needs more words of one passage. */
const maxQuotes = 50
const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/

/**
 * Resolves what the model cites among the passages it was sent: a number without a passage, or a quotation that isn't in its passage, is
 * removed from the text and reported. Code in the answer is left as it is.
 */
export function resolveCitations(text: string, passages: Passages): Resolved {
  const byNumber = new Map(passages.map((passage) => [passage.number, { passage, lines: new Lines(passage.text) }]))
  const citations = new Map<string, Resolved['citations'][number]>()
  const dropped: Resolved['dropped'] = []
  const drop = (cited: string, reason: 'no_such_passage' | 'not_in_passage') => {
    dropped.push({ cited: cited.slice(0, 200), reason })
    return ''
  }
  const resolve = (found: string, numbers: string, plain?: string, curly?: string): string => {
    const quote = plain ?? curly ?? null
    const kept = numbers.split(',').flatMap((number) => {
      const sent = byNumber.get(Number(number))
      if (!sent) return drop(`[${number.trim()}]`, 'no_such_passage') || []
      const cited = citationOf(sent.passage, sent.lines, quote)
      if (!cited) return drop(found, 'not_in_passage') || []
      citations.set(`${cited.number} ${cited.quote ?? ''}`, cited)
      return cited.number
    })
    return kept.length > 0 ? kept.map((number) => `[${number}]`).join('') : ''
  }
  const parts = text.split(code).map((part, place) => (place % 2 === 1 ? part : part.replace(mark, resolve)))
  return { text: parts.join('').replace(/(?<! ) +(?=[.,;:!?])/g, ''), citations: [...citations.values()], dropped }
}

/** Finds quotations in a passage, which is prepared for that once. */
class Lines {
  /** The text with one space for each run of whitespace. */
  readonly #flat: string
  /** Where each line begins in it. */
  readonly #starts: number[] = []
  readonly #found = new Map<string, ReturnType<Lines['find']>>()

  constructor(text: string) {
    const parts: string[] = []
    let length = 0
    for (const line of text.split('\n')) {
      this.#starts.push(length)
      const words = line.trim().split(/\s+/).join(' ')
      if (words === '') continue
      parts.push(words)
      length += words.length + 1
    }
    this.#flat = parts.join(' ')
  }

  /** The lines that contain a quotation, regardless of line breaks in either. */
  find(quote: string): { first: number; last: number } | null {
    const words = quote.trim().split(/\s+/).join(' ')
    const known = this.#found.get(words)
    if (known !== undefined) return known
    const at = words === '' || this.#found.size >= maxQuotes ? -1 : this.#flat.indexOf(words)
    const lines = at === -1 ? null : { first: this.#lineAt(at), last: this.#lineAt(at + words.length - 1) }
    if (this.#found.size < maxQuotes) this.#found.set(words, lines)
    return lines
  }

  #lineAt(place: number): number {
    return this.#starts.findLastIndex((start) => start <= place)
  }
}

function citationOf({ text: _, ...place }: Passages[number], lines: Lines, quote: string | null): Resolved['citations'][number] | null {
  if (quote === null) return { ...place, quote }
  const found = lines.find(quote)
  if (!found) return null
  // A quotation from a file narrows down its lines.
  const start_line = place.start_line === null ? null : place.start_line + found.first
  const end_line = place.start_line === null ? null : place.start_line + found.last
  return { ...place, start_line, end_line, quote }
}
