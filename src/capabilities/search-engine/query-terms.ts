import { irregularForms } from './irregular-forms.ts'

/** One thing a question asks for: the word as it was written, and its forms as full text search stores them. */
export interface Term {
  word: string
  /** What finds it, as PostgreSQL reads a tsquery: 'go' | 'went' | 'gone'. */
  query: string
}

const most = 32
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._/@-]*/gu

/** The distinct words of a question, in its order. */
export function wordsOf(text: string): string[] {
  const words = new Map<string, string>()
  for (const [found] of text.matchAll(word)) {
    const plain = found.replace(/['’._/@-]+$/u, '')
    if (!words.has(plain.toLowerCase())) words.set(plain.toLowerCase(), plain)
    if (words.size === most) break
  }
  return [...words.values()]
}

/** Terms from words and their lexemes; a stop word has none, and two forms of one word are one term. */
export function termsOf(words: readonly { word: string; lexemes: readonly string[] }[], withForms = true): Term[] {
  const terms: Term[] = []
  const taken = new Set<string>()
  for (const { word: text, lexemes } of words) {
    for (const lexeme of lexemes) {
      if (taken.has(lexeme)) continue
      const forms = [lexeme, ...(withForms ? irregularForms(lexeme) : [])]
      for (const form of forms) taken.add(form)
      terms.push({ word: text, query: forms.map(quoted).join(' | ') })
    }
  }
  return terms.slice(0, most)
}

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
