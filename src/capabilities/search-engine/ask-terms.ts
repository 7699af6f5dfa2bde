import type { Tx } from '../../platform/postgres.ts'
import { lexemes } from './lexemes.queries.ts'
import { termsOf, wordsOf, type Term } from './query-terms.ts'

/** What a question asks for, stemmed by the database that stores the answers. */
export async function askTerms(tx: Tx, text: string, withForms = true): Promise<Term[]> {
  const words = wordsOf(text)
  return words.length === 0 ? [] : termsOf(await tx.rows(lexemes, [words]), withForms)
}
