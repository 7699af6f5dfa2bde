import type { TxContext } from '../../../kernel/context.ts'
import type { AskedTerms } from '../../memory/ranking/ask-terms.ts'
import type { Term } from '../../memory/ranking/query-terms.ts'
import { readQuestion as readWords, type ReadQuestion as ReadWords } from '../../memory/search/find-memories.ts'
import type { Asked } from '../../memory/search/question-vector.ts'
import { quotedIn } from '../../memory/search/quoted.ts'
import { phrases } from './search.queries.ts'

interface Written {
  text: string
  /** What a hit must contain word for word, in PostgreSQL's query syntax. */
  phrases: string[]
  /** Names that the question may be or contain, in lower case. */
  refs: string[]
}

export interface ReadQuestion extends Written {
  read: ReadWords
}

export interface Question extends AskedTerms, Written {}

const key = /\b[a-z][a-z0-9]{1,9}-[a-z]?\d{1,9}\b|\b[dm]\d{1,9}\b/gi
const maxKeys = 5

export async function readQuestion(ctx: TxContext, text: string, asked: Asked): Promise<ReadQuestion> {
  const wanted = quotedIn(text)
  const [read, exact] = await Promise.all([
    readWords(ctx, { text, asked }),
    wanted.length > 0 ? ctx.tx.rows(phrases, { phrases: wanted }) : [],
  ])
  const keys = (text.match(key) ?? []).slice(0, maxKeys).map((found) => found.toLowerCase())
  return { read, text, phrases: exact.map(({ query }) => query), refs: [text.toLowerCase(), ...keys] }
}

const lexeme = /'((?:[^']|'')*)'(:\*)?/g

/** The same term, restricted to titles. */
export const inTitle = (query: Term['query']): string =>
  query.replace(lexeme, (one, _, beginning: string | undefined) => (beginning ? one.replace(/:\*$/, ':A*') : `${one}:A`))
