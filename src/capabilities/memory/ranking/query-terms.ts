import { irregularForms } from './irregular-forms.ts'

/** One thing a question asks for. */
export interface Term {
  /** The word as it was written, and the piece of it that this term is: calculateBerthFee and Fee. */
  word: string
  text: string
  /** A piece of a word that is also asked for as a whole. */
  piece: boolean
  /** The tsquery that finds it, in PostgreSQL's syntax: 'go' | 'went' | 'gone'. */
  query: string
}

/** The database's lexemes of a text: the English ones, and those of the question's language if that is a different one. */
export interface Lexemes {
  text: string
  english: readonly string[]
  own: readonly string[] | null
}

const maxTerms = 32
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._/@-]*/gu

/** The distinct words of a question, in order. */
export function wordsOf(text: string): string[] {
  const words = new Map<string, string>()
  for (const [found] of text.matchAll(word)) {
    const plain = found.replace(/(?<!['’._/@-])['’._/@-]+$/u, '')
    if (!words.has(plain.toLowerCase())) words.set(plain.toLowerCase(), plain)
    if (words.size === maxTerms) break
  }
  return [...words.values()]
}

/** Splits an identifier or path into pieces, as `app.split_words` stores them; a plain word is a single piece. */
export const piecesOf = (text: string): string[] =>
  text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)

/** Languages with compound words, in which a word can also be the beginning of longer ones. */
const compounding = new Set(['german', 'dutch', 'swedish', 'danish', 'norwegian'])
const shortestBeginning = 5

/** Terms from words and their lexemes; a stop word has none, and two forms of one word are one term. */
export function termsOf(words: readonly string[], found: readonly Lexemes[], language: string | null, withForms = true): Term[] {
  const lexemes = new Map(found.map((one) => [one.text, one]))
  const terms: Term[] = []
  const taken = new Set<string>()
  const beginnings = compounding.has(language ?? '')
  const add = (source: string, text: string, piece: boolean, own: readonly string[]) => {
    const fresh = own.filter((lexeme) => !taken.has(lexeme))
    if (fresh.length === 0) return
    const forms = [...new Set([...fresh, ...(withForms ? fresh.flatMap(irregularForms) : [])])]
    for (const form of forms) taken.add(form)
    const query = forms.map((form) => quoted(form) + (beginnings && form.length >= shortestBeginning ? ':*' : '')).join(' | ')
    terms.push({ word: source, text, piece, query })
  }
  for (const source of words) {
    const pieces = piecesOf(source)
    const { english = [], own = null } = lexemes.get(source) ?? {}
    // A stop word in the language of the question is skipped, whatever it means in English.
    if (own?.length === 0 && pieces.length === 1) continue
    if (pieces.length === 1) add(source, source, false, [...english, ...(own ?? [])])
    else {
      for (const piece of pieces) {
        const of = lexemes.get(piece)
        if (of && of.own?.length !== 0) add(source, piece, true, [...of.english, ...(of.own ?? [])])
      }
      for (const lexeme of english) add(source, source, false, [lexeme])
    }
  }
  return terms.slice(0, maxTerms)
}

export const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const lexeme = /'((?:[^']|'')*)'/g

/** The stems by which a term can be located in a text. */
export const stemsOf = ({ query }: Term): string[] =>
  [...query.matchAll(lexeme)].map(([, stem]) => (stem ?? '').replaceAll("''", "'").replaceAll('\\\\', '\\'))

/** Terms that a row holds, and those of them that it holds only by another term of the same meaning. */
export interface Held {
  terms: readonly number[]
  equal: readonly number[]
}

const lowBits = 2 ** maxTerms

/**
 * Decodes the bit masks of a row: the low half says which terms it holds; the high half, for each widened term, whether it holds the word
 * itself.
 */
export function heldIn(widened: readonly number[]): (sum: number) => Held {
  const termsOf = termsIn()
  const known = new Map<number, Held>()
  return (sum) => {
    let held = known.get(sum)
    if (!held) {
      const terms = termsOf(sum % lowBits)
      const plain = termsOf(Math.floor(sum / lowBits))
      held = { terms, equal: widened.filter((place, nth) => terms.includes(place) && !plain.includes(nth)) }
      known.set(sum, held)
    }
    return held
  }
}

/** Decodes the bit mask of terms that `app.terms_held` returns. Most rows hold the same few terms, so each list is built only once. */
export function termsIn(): (sum: number) => readonly number[] {
  const known = new Map<number, readonly number[]>()
  return (sum) => {
    let terms = known.get(sum)
    if (!terms) {
      terms = Array.from({ length: maxTerms }, (_, term) => term).filter((term) => Math.floor(sum / 2 ** term) % 2 === 1)
      known.set(sum, terms)
    }
    return terms
  }
}
