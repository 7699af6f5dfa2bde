import { distanceBetween } from '../../../platform/closest.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { meantShare, type Meant, widen } from './jargon.ts'
import * as queries from './lexemes.queries.ts'
import { type Lexemes, piecesOf, quoted, type Term, termsOf, wordsOf } from './query-terms.ts'
import { termWeights, weightsAsked } from './term-weights.ts'

const shortest = 4
const shortestPart = 5

export const mayBeMisspelt = (text: string): boolean => text.length >= shortest && /^[\p{L}\p{M}]+$/u.test(text)

const lettersOf = (word: string): string => word.split('').toSorted().join('')

/** Collapses doubled letters, which are what people are least sure of when spelling. */
const single = (word: string): string => word.replace(/(.)\1/gu, '$1')

const isPart = (part: string, word: string): boolean =>
  part.length >= shortestPart && word.length > part.length + 1 && (word.startsWith(part) || word.endsWith(part))

/** What to search for: per term its query, its spelling if it may be a typo, and the factor by which a guess counts less. */
export interface Seeking {
  queries: string[]
  /** For each term that also finds what means the same, the query for the word itself. */
  plain: string[]
  spelled: (string | null)[]
  shares: number[]
  language: string | null
}

/** An indexed word spelled like a query word that no entry holds; `asked` numbers those query words from 1. */
export interface Like extends Lexemes {
  asked: number
}

/** Size of each index, how many of its entries hold each term, and words similar to those that no entry holds. */
export interface Sought {
  sizes: number[]
  counts: number[][]
  like: Like[]
}

/** What a question asks for, and the weight of each part of it. */
export interface AskedTerms {
  /** Set if it is not English. */
  language: string | null
  terms: Term[]
  /** Number of entries. */
  size: number
  /** How many entries hold each term, per index. */
  counts: number[][]
  weights: number[]
  /** The weight of each term in a complete answer, including terms that no entry holds. */
  asked: number[]
  /** Places of the terms that no entry holds as they were written. */
  unknown: number[]
}

/** Whether irregular forms and similarly spelled words are searched too. */
export interface Reading {
  forms: boolean
  spelling: boolean
}

/** A text's language and the lexemes of its words. */
export interface Stemmed {
  language: string | null
  lexemes: readonly Lexemes[]
}

export interface ReadTerms {
  language: string | null
  terms: Term[]
  /** What its words also mean. */
  meant?: readonly Meant[]
}

/** Factor for a word that was only guessed from its spelling: it counts less than one that was written. */
const guessed = meantShare
export const maxGuessed = 8

/** Stemmed by the same database that stores the entries, unless that has been done before. */
export async function readTerms(
  tx: Tx,
  text: string,
  { forms = true, known }: { forms?: boolean; known?: Stemmed | undefined } = {},
): Promise<ReadTerms> {
  const words = wordsOf(text)
  if (words.length === 0) return { language: null, terms: [] }
  const texts = [...new Set(words.flatMap((word) => [word, ...piecesOf(word)]))]
  const stemmed = known && isOf(known, texts) ? known : await tx.one(queries.question, { text, words: texts })
  return { language: stemmed.language, terms: termsOf(words, stemmed.lexemes, stemmed.language, forms) }
}

function isOf({ lexemes }: Stemmed, texts: readonly string[]): boolean {
  const known = new Set(lexemes.map(({ text }) => text))
  return texts.every((text) => known.has(text))
}

/** Searches the terms of a question. If no entry holds some of the words, searches once more with those that were probably meant. */
export async function askTerms<Found extends Sought>(
  { language, terms: read, meant = [] }: ReadTerms,
  seek: (seeking: Seeking) => Promise<Found>,
  spelling = true,
): Promise<{ asked: AskedTerms; found: Found; widened: readonly number[] }> {
  const { terms, places: widened } = widen(read, meant)
  const shares = terms.map(() => 1)
  const spelled = terms.map(({ text }) => (spelling && mayBeMisspelt(text) ? text.toLowerCase() : null))
  const queriesOf = () => terms.map(({ query }) => query)
  const plain = widened.map((place) => read[place]?.query ?? '')
  let found = await seek({ queries: queriesOf(), plain, spelled, shares, language })
  const unknown = [...terms.keys()].filter((place) => found.counts.every((of) => of[place] === 0))
  const misspelt = unknown.filter((place) => spelled[place] != null)
  const respelt = respell(terms, misspelt.slice(0, maxGuessed), found.like)
  if (respelt.size > 0) {
    for (const [place, query] of respelt) {
      terms[place] = { ...(terms[place] as Term), query }
      shares[place] = guessed
      if (widened.includes(place)) plain[widened.indexOf(place)] = query
    }
    found = await seek({ queries: queriesOf(), plain, spelled: terms.map(() => null), shares, language })
  }
  const { counts } = found
  const size = terms.length === 0 ? 0 : found.sizes.reduce((sum, one) => sum + one, 0)
  const total = terms.map((_, place) => counts.reduce((sum, of) => sum + (of[place] ?? 0), 0))
  const weights = termWeights(total, size).map((weight, place) => weight * (shares[place] ?? 1))
  return { asked: { language, size, terms, counts, weights, asked: weightsAsked(total, size), unknown }, found, widened }
}

/** Maps the position of a misspelled term to a query for the words that were probably meant. */
function respell(terms: readonly Term[], places: readonly number[], like: readonly Like[]): Map<number, string> {
  const found = new Map<number, string>()
  for (const [at, place] of places.entries()) {
    const near = like.filter(({ asked }) => asked === at + 1)
    const meant = new Set(meantBy(terms[place]?.text ?? '', [...new Set(near.map(({ text }) => text))]))
    const own = near.filter(({ text }) => meant.has(text)).flatMap(({ english, own: others }) => [...english, ...(others ?? [])])
    if (own.length > 0) found.set(place, [...new Set(own)].map(quoted).join(' | '))
  }
  return found
}

/** A searchable index: its size, how many entries hold each term, and which words are spelled like the given ones. */
export interface Index {
  size: number
  count(queries: readonly string[]): Promise<number[]>
  like(words: readonly string[]): Promise<{ asked: number; word: string }[]>
}

/** Searches in several steps, for an index without a single statement for all of them. */
export const seekIn =
  (tx: Tx, { size, count, like }: Index) =>
  async ({ queries: terms, spelled, language }: Seeking): Promise<Sought> => {
    const counts = await count(terms)
    const unknown = spelled.filter((word, place) => word !== null && counts[place] === 0).slice(0, maxGuessed)
    const near = unknown.length > 0 ? await like(unknown.filter((word) => word !== null)) : []
    const words = [...new Set(near.map(({ word }) => word))]
    const stemmed = words.length > 0 ? await tx.rows(queries.lexemes, { words, language }) : []
    const lexemesOf = new Map(stemmed.map((one) => [one.text, one]))
    const liked = near.flatMap(({ asked, word }) => {
      const one = lexemesOf.get(word)
      return one ? [{ ...one, asked }] : []
    })
    return { sizes: [size], counts: [counts], like: liked }
  }

/** Words that somebody who wrote `asked` may have meant: a letter or two off, or a compound that one of the two is part of. */
export function meantBy(asked: string, words: readonly string[]): string[] {
  const given = asked.toLowerCase()
  return words.filter((word) => isSlip(given, word) || isPart(given, word) || isPart(word, given))
}

function isSlip(given: string, word: string): boolean {
  // With so few letters a different letter makes a different word; two swapped letters don't.
  if (given.length === shortest) return word.length === shortest && lettersOf(given) === lettersOf(word)
  if (single(given) === single(word)) return true
  return Math.abs(given.length - word.length) <= 2 && distanceBetween(given, word) <= (given.length >= 8 ? 2 : 1)
}
