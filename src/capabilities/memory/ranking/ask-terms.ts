import { distanceBetween } from '../../../platform/closest.ts'
import type { Tx } from '../../../platform/postgres.ts'
import * as queries from './lexemes.queries.ts'
import { piecesOf, quoted, type Term, termsOf, wordsOf } from './query-terms.ts'
import { termWeights, weightsAsked } from './term-weights.ts'

const shortest = 4
const shortestPart = 5

export const mayBeMisspelt = (text: string): boolean => text.length >= shortest && /^[\p{L}\p{M}]+$/u.test(text)

const lettersOf = (word: string): string => word.split('').toSorted().join('')

/** Which letter is doubled is what people are least sure of. */
const single = (word: string): string => word.replace(/(.)\1/gu, '$1')

const isPart = (part: string, word: string): boolean =>
  part.length >= shortestPart && word.length > part.length + 1 && (word.startsWith(part) || word.endsWith(part))

/** Something that is searched: how many entries it has, how many of them hold each term, and what words are spelled like some. */
export interface Index {
  size: number
  count(queries: readonly string[]): Promise<number[]>
  like(words: readonly string[]): Promise<{ asked: number; word: string }[]>
}

/** What a question asks for, and how much each part of it tells. */
export interface AskedTerms {
  /** Where it is another one than English. */
  language: string | null
  terms: Term[]
  /** How many entries there are. */
  size: number
  /** In how many entries of each index a term is. */
  counts: number[][]
  weights: number[]
  /** What each would tell in a whole answer, also of those that nothing holds. */
  asked: number[]
}

/** Whether irregular forms and words of nearly the same spelling are looked for too. */
export interface Reading {
  forms: boolean
  spelling: boolean
}

/** A word that was only guessed from its spelling tells less than one that was written. */
const guessed = 0.8
const maxGuessed = 8

/** Stemmed by the database that stores the answers; words that stand nowhere are looked for by their spelling. */
export async function askTerms(
  tx: Tx,
  text: string,
  indexes: readonly Index[],
  { forms, spelling }: Reading = { forms: true, spelling: true },
): Promise<AskedTerms> {
  const words = wordsOf(text)
  if (words.length === 0) return { language: null, size: 0, terms: [], counts: indexes.map(() => []), weights: [], asked: [] }
  const language = (await tx.row(queries.language, { text }))?.language ?? null
  const texts = [...new Set(words.flatMap((word) => [word, ...piecesOf(word)]))]
  const terms = termsOf(words, await tx.rows(queries.lexemes, { words: texts, language }), language, forms)
  const counts = await countIn(indexes, terms)
  const unknown = terms.flatMap(({ text: written }, place) =>
    spelling && counts.every((of) => of[place] === 0) && mayBeMisspelt(written) ? place : [],
  )
  const respelt = await respell(tx, terms, unknown.slice(0, maxGuessed), indexes, language)
  for (const [place, query] of respelt) terms[place] = { ...(terms[place] as Term), query }
  if (respelt.size > 0) await recount(indexes, terms, counts, [...respelt.keys()])
  const size = indexes.reduce((sum, index) => sum + index.size, 0)
  const total = terms.map((_, place) => counts.reduce((sum, of) => sum + (of[place] ?? 0), 0))
  const share = (weight: number, place: number) => weight * (respelt.has(place) ? guessed : 1)
  return { language, size, terms, counts, weights: termWeights(total, size).map(share), asked: weightsAsked(total, size) }
}

const countIn = (indexes: readonly Index[], terms: readonly Term[]): Promise<number[][]> =>
  Promise.all(indexes.map((index) => index.count(terms.map(({ query }) => query))))

async function recount(indexes: readonly Index[], terms: readonly Term[], counts: number[][], places: readonly number[]): Promise<void> {
  const again = await countIn(
    indexes,
    places.flatMap((place) => terms[place] ?? []),
  )
  for (const [at, of] of counts.entries()) for (const [nth, place] of places.entries()) of[place] = again[at]?.[nth] ?? 0
}

/** What finds the words that were probably meant, for each term that has any. */
async function respell(
  tx: Tx,
  terms: readonly Term[],
  places: readonly number[],
  indexes: readonly Index[],
  language: string | null,
): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  if (places.length === 0) return found
  const written = places.map((place) => terms[place]?.text.toLowerCase() ?? '')
  const like = (await Promise.all(indexes.map((index) => index.like(written)))).flat()
  const meant = places.map((_, at) =>
    meantBy(written[at] ?? '', [...new Set(like.flatMap(({ asked, word }) => (asked === at + 1 ? word : [])))]),
  )
  if (meant.flat().length === 0) return found
  const lexemes = await tx.rows(queries.lexemes, { words: [...new Set(meant.flat())], language })
  for (const [at, place] of places.entries()) {
    const own = lexemes
      .filter(({ text }) => meant[at]?.includes(text))
      .flatMap(({ english, own: others }) => [...english, ...(others ?? [])])
    if (own.length > 0) found.set(place, [...new Set(own)].map(quoted).join(' | '))
  }
  return found
}

/** Words that somebody who wrote `asked` may have meant: a letter or two beside it, or a compound one of them is part of. */
export function meantBy(asked: string, words: readonly string[]): string[] {
  const given = asked.toLowerCase()
  return words.filter((word) => isSlip(given, word) || isPart(given, word) || isPart(word, given))
}

function isSlip(given: string, word: string): boolean {
  // Of so few letters another one makes another word; two that are swapped do not.
  if (given.length === shortest) return word.length === shortest && lettersOf(given) === lettersOf(word)
  if (single(given) === single(word)) return true
  return Math.abs(given.length - word.length) <= 2 && distanceBetween(given, word) <= (given.length >= 8 ? 2 : 1)
}
