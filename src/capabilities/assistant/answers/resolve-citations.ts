import type { z } from 'zod'
import type { Citation, Dropped, Passage } from '../sessions/ai-sessions.contract.ts'

export type Passages = readonly z.output<typeof Passage>[]

export interface Resolved {
  /** The answer without citations that lead nowhere. */
  text: string
  citations: z.output<typeof Citation>[]
  dropped: z.output<typeof Dropped>[]
}

// Matches [2], [1, 4] and [2 "exact words"]. Directly after a word it would be an index, as in items[0].
const mark = /(?<![\w.)])\[(\d{1,4}(?:\s*,\s*\d{1,4})*)(?:\s*[:,]?\s*(?:"([^"\n]{1,400})"|“([^”\n]{1,400})”))?\](?!\()/g
// A link that a file talked the model into could carry what it read to any address: only the link's text stays.
const link = /!?\[([^\]\n]*)\]\([^)\n]*\)/g
const reference = /^[ \t]*\[[^\]\n]+\]:[ \t]*\S.*$/gm
const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/

/**
 * Resolves what the model cites among the passages it was sent: a number without a passage, or a quotation that isn't in its passage, is
 * removed from the text and reported. Code in the answer is left as it is.
 */
export function resolveCitations(text: string, passages: Passages): Resolved {
  const byNumber = new Map(passages.map((passage) => [passage.number, passage]))
  const citations = new Map<string, Resolved['citations'][number]>()
  const dropped: Resolved['dropped'] = []
  const drop = (cited: string, reason: 'no_such_passage' | 'not_in_passage') => {
    dropped.push({ cited: cited.slice(0, 200), reason })
    return ''
  }
  const resolve = (found: string, numbers: string, plain?: string, curly?: string): string => {
    const quote = plain ?? curly ?? null
    const kept = numbers.split(',').flatMap((number) => {
      const passage = byNumber.get(Number(number))
      if (!passage) return drop(`[${number.trim()}]`, 'no_such_passage') || []
      const cited = citationOf(passage, quote)
      if (!cited) return drop(found, 'not_in_passage') || []
      citations.set(`${cited.number} ${cited.quote ?? ''}`, cited)
      return cited.number
    })
    return kept.length > 0 ? kept.map((number) => `[${number}]`).join('') : ''
  }
  const plain = (part: string) => part.replace(reference, '').replace(link, '$1').replace(mark, resolve)
  const parts = text.split(code).map((part, place) => (place % 2 === 1 ? part : plain(part)))
  return { text: parts.join('').replace(/ +([.,;:!?])/g, '$1'), citations: [...citations.values()], dropped }
}

function citationOf({ text, ...place }: Passages[number], quote: string | null): Resolved['citations'][number] | null {
  if (quote === null) return { ...place, quote }
  const lines = linesOf(text, quote)
  if (!lines) return null
  // A quotation from a file narrows down its lines.
  const start_line = place.start_line === null ? null : place.start_line + lines.first
  const end_line = place.start_line === null ? null : place.start_line + lines.last
  return { ...place, start_line, end_line, quote }
}

/** The lines of a text that contain a quotation, regardless of line breaks in either. */
function linesOf(text: string, quote: string): { first: number; last: number } | null {
  const words = quote.trim().split(/\s+/).map(escaped)
  const found = new RegExp(words.join('\\s+'), 'u').exec(text)
  if (!found || words[0] === '') return null
  const before = text.slice(0, found.index).split('\n').length - 1
  return { first: before, last: before + found[0].split('\n').length - 1 }
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
