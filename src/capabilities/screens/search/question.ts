import type { TxContext } from '../../../kernel/context.ts'
import { askTerms, type AskedTerms, type Index } from '../../memory/ranking/ask-terms.ts'
import type { Term } from '../../memory/ranking/query-terms.ts'
import { phrases } from './search.queries.ts'

export interface Question extends AskedTerms {
  text: string
  /** What must stand in a hit word for word, as PostgreSQL reads it. */
  phrases: string[]
  /** Names that the question may be or hold, in lower case. */
  refs: string[]
}

const quoted = /"([^"]{1,200})"/g
const key = /\b[a-z][a-z0-9]{1,9}-[a-z]?\d{1,9}\b|\bd\d{1,9}\b/gi
const maxPhrases = 5

export async function readQuestion(ctx: TxContext, text: string, indexes: readonly Index[]): Promise<Question> {
  const wanted = [...text.matchAll(quoted)].map(([, phrase]) => phrase ?? '').slice(0, maxPhrases)
  const [asked, exact] = await Promise.all([
    askTerms(ctx.tx, text, indexes),
    wanted.length > 0 ? ctx.tx.rows(phrases, { phrases: wanted }) : [],
  ])
  const keys = (text.match(key) ?? []).slice(0, maxPhrases).map((found) => found.toLowerCase())
  return { ...asked, text, phrases: exact.map(({ query }) => query), refs: [text.toLowerCase(), ...keys] }
}

const lexeme = /'((?:[^']|'')*)'(:\*)?/g

/** The same term, in titles only. */
export const inTitle = ({ query }: Term): string =>
  query.replace(lexeme, (one, _, beginning: string | undefined) => (beginning ? one.replace(/:\*$/, ':A*') : `${one}:A`))
