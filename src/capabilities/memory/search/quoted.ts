import type { TxContext } from '../../../kernel/context.ts'
import { memoriesSaying } from './memory-search.queries.ts'

const quotes = /"([^"]{1,200})"/g
const maxPhrases = 5

/** What a question has in quotation marks. */
export const quotedIn = (text: string): string[] =>
  [...text.matchAll(quotes)]
    .map(([, phrase = '']) => phrase.trim())
    .filter(Boolean)
    .slice(0, maxPhrases)

/** How many of the first hits are read for what was quoted. */
export const maxQuoting = 50

/** The memories among these that say all of it word for word. */
export async function memoriesQuoting(ctx: TxContext, phrases: readonly string[], ids: readonly string[]): Promise<string[]> {
  if (phrases.length === 0 || ids.length === 0) return []
  return (await ctx.tx.rows(memoriesSaying, { org: ctx.org, phrases, ids: ids.slice(0, maxQuoting) })).map(({ id }) => id)
}
