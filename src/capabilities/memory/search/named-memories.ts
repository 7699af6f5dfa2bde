import type { TxContext } from '../../../kernel/context.ts'
import { namedMemories, type NamedMemory } from './memory-search.queries.ts'

export type { NamedMemory }

const ref = /(?<![\w-])(?:[a-z][a-z0-9]{1,9}-)?m[1-9]\d{0,8}(?![\w-])/gi
const maxNamed = 5

interface Within {
  /** Null: everything the caller may see. */
  scopes: readonly string[] | null
  tag?: string | undefined
}

/** The memories that a question names by their refs, in any case; of a superseded one what stands in its place. */
export async function memoriesNamedIn(ctx: TxContext, text: string, { scopes, tag }: Within): Promise<NamedMemory[]> {
  const refs = [...new Set(text.match(ref)?.map((name) => name.toUpperCase()))].slice(0, maxNamed)
  if (refs.length === 0) return []
  return ctx.tx.rows(namedMemories, { org: ctx.org, refs, scopes, tag: tag ?? null })
}

/** Those first that are named, also where nothing else speaks for them. */
export function namedFirst<Hit extends { id: string }>(
  hits: readonly Hit[],
  named: readonly NamedMemory[],
  of: (one: NamedMemory) => Hit,
): Hit[] {
  if (named.length === 0) return [...hits]
  const first = named.map((one) => hits.find(({ id }) => id === one.id) ?? of(one))
  return [...first, ...hits.filter(({ id }) => !named.some((one) => one.id === id))]
}
