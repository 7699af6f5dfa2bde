import { readFileSync } from 'node:fs'
import queries from './jargon-queries.json' with { type: 'json' }
import type { Term } from './query-terms.ts'

/** Words of a question, and the query for terms that mean the same. */
export interface Meant {
  /** As plainWords returns them. */
  words: readonly string[]
  query: string
}

/** What holds a word only by a term that means the same holds it to this degree, like a word that was guessed from its spelling. */
export const meantShare = 0.8

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._/@-]*/gu
const compound = /^[\p{L}\p{N}\p{M}-]+$/u
const maxWords = 200
/** No term has more words. */
const longest = 5

/** The words of a text as terms are compared: in lower case, without the s of a plural, and compounds with a hyphen as several. */
export function plainWords(text: string): string[] {
  const words: string[] = []
  for (const [found] of text.matchAll(word)) {
    const whole = found.toLowerCase().replace(/(?<!['’._/@-])['’._/@-]+$/u, '')
    words.push(...(compound.test(whole) ? whole.split('-').filter(Boolean) : [whole]).map(singular))
    if (words.length >= maxWords) break
  }
  return words.slice(0, maxWords)
}

const plural = /^\p{L}{3,}s$/u
const singular = (text: string): string => (plural.test(text) && !text.endsWith('ss') ? text.slice(0, -1) : text)

/** A term as it is looked up. */
export const keyOf = (term: string): string => plainWords(term).join(' ')

export interface JargonGroup {
  /** Terms that mean the same. */
  equal: string[]
  /** Kinds of it: they mean it, and it may mean each of them, but they don't mean each other. */
  kinds: string[]
}

/**
 * One group per line; its terms are separated by tabs, and the kinds follow after `>`. A term that ends in `?` is understood in a question but
 * not searched, because what the stemmer leaves of it is another word: "production" is stored as "product", and "log in" as "log".
 */
export function readJargon(tsv: string): JargonGroup[] {
  return tsv
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const terms = line.split('\t').map((term) => term.replace('?', ''))
      const mark = terms.indexOf('>')
      return mark < 0 ? { equal: terms, kinds: [] } : { equal: terms.slice(0, mark), kinds: terms.slice(mark + 1) }
    })
}

export const jargon = readJargon(readFileSync(new URL('jargon.tsv', import.meta.url), 'utf8'))

const queryOf: Readonly<Record<string, string>> = queries
const meanings = meaningsOf(jargon)

/** The query for what each term means, by its key. */
function meaningsOf(groups: readonly JargonGroup[]): Map<string, string> {
  const others = new Map<string, Set<string>>()
  const add = (term: string, meant: readonly string[]) => {
    const key = keyOf(term)
    const known = others.get(key) ?? new Set()
    for (const one of meant) if (keyOf(one) !== key) known.add(queryOf[one] ?? '')
    others.set(key, known)
  }
  for (const { equal, kinds } of groups) {
    for (const term of equal) add(term, [...equal, ...kinds])
    for (const term of kinds) add(term, equal)
  }
  return new Map([...others].map(([key, found]) => [key, anyOf([...found])]))
}

/** The first words of all terms: most words of a question begin none. */
const starts = new Set([...meanings.keys()].map((key) => key.split(' ', 1)[0]))

/** What the terms in a question mean by the list. Of terms within each other only the longest counts: in "pull request" nothing was requested. */
export function jargonIn(text: string): Meant[] {
  const words = plainWords(text)
  const found: Meant[] = []
  for (let from = 0; from < words.length; from++) {
    if (!starts.has(words[from])) continue
    const term = sequencesAt(words, from).find((sequence) => meanings.has(sequence.join(' ')))
    if (!term) continue
    found.push({ words: term, query: meanings.get(term.join(' ')) ?? '' })
    from += term.length - 1
  }
  return found
}

/** The sequences of words that may be a term, the longest first. */
const sequencesAt = (words: readonly string[], from: number): string[][] =>
  Array.from({ length: Math.min(longest, words.length - from) }, (_, shorter) =>
    words.slice(from, Math.min(from + longest, words.length) - shorter),
  )

/** Terms of a question that also find what means the same. */
export interface Widened {
  terms: Term[]
  /** Places of those whose query was widened. */
  places: number[]
}

/** Each adds to what every row of a result is compared with. */
const maxWidened = 8

export function widen(terms: readonly Term[], meant: readonly Meant[]): Widened {
  const places: number[] = []
  const wide = terms.map((term, place) => {
    const words = meant.length > 0 ? plainWords(term.word) : []
    const added = meant.filter((one) => words.every((each) => one.words.includes(each))).map(({ query }) => query)
    if (words.length === 0 || added.length === 0 || places.length === maxWidened) return term
    places.push(place)
    return { ...term, query: anyOf([term.query, ...added]) }
  })
  return { terms: wide, places }
}

function anyOf(queries: readonly string[]): string {
  return [...new Set(queries.flatMap((one) => one.split(' | ')))].filter(Boolean).join(' | ')
}
