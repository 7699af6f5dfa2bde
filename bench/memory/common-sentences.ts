import type { Sentences } from './sentences.ts'
import { seeded } from './seeded.ts'

const words =
  'billing report export customer invoice queue worker deploy staging login session timeout retry cache table column review release search filter button label board import'.split(
    ' ',
  )

/** Texts of so few words that each word is in most entries that are made of three of them, and questions of the same words. */
export function commonSentences(stored: number, asked: number): Sentences {
  const random = seeded(20_261_119)
  const pick = (count: number): string => {
    const shuffled = words.map((word) => ({ word, at: random() })).toSorted((a, b) => a.at - b.at)
    return shuffled
      .slice(0, count)
      .map(({ word }) => word)
      .join(' ')
  }
  const distinct = (total: number, count: number): string[] => {
    const made = new Set<string>()
    while (made.size < total) made.add(pick(count))
    return [...made]
  }
  return { stored: distinct(stored, 12), asked: distinct(asked, 5) }
}
