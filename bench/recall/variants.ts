import type { Parts } from '../../src/capabilities/memory/search/find-memories.ts'
import { tuned } from '../../src/capabilities/memory/ranking/rank.ts'

const alone = { ...tuned, reach: 0, lent: [] }
const words = { text: true, meaning: false, spelling: false, jargon: false }
const vectors = { text: false, meaning: true, spelling: false, jargon: false }
const both = { text: true, meaning: true, spelling: false, jargon: false }

/** What each part of the search contributes, from words alone to everything. */
export const variants: Record<string, Parts & { meaning: boolean }> = {
  words: { ...words, forms: false, tuning: alone },
  'words and their irregular forms': { ...words, forms: true, tuning: alone },
  'words, also of memories beside': { ...words, forms: true, tuning: tuned },
  vectors: { ...vectors, forms: false, tuning: { ...alone, text: 0, meaning: 1 } },
  'vectors, also of memories beside': { ...vectors, forms: false, tuning: { ...tuned, text: 0, meaning: 1 } },
  'words and vectors': { ...both, forms: false, tuning: alone },
  'words and vectors, also of memories beside': { ...both, forms: false, tuning: tuned },
  'with similar spellings': { ...both, forms: true, spelling: true, tuning: tuned },
  everything: { ...both, forms: true, spelling: true, jargon: true, tuning: tuned },
}
