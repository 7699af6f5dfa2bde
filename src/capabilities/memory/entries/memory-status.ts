import type { TxContext } from '../../../kernel/context.ts'
import * as queries from './memory.queries.ts'

/** What helps to judge whether a memory still holds: when and by whom it was recorded, what it superseded, and what contradicts it. */
export interface MemoryStatus {
  at: string
  by: string
  supersedes: string | null
  supersedes_ref: string | null
  contradicts: { id: string; ref: string; content: string; at: string; by: string }[]
}

const maxOthers = 3
const shown = 200

export async function memoryStatusOf(ctx: TxContext, ids: readonly string[]): Promise<Map<string, MemoryStatus>> {
  if (ids.length === 0) return new Map()
  const [origins, others] = await Promise.all([
    ctx.tx.rows(queries.origins, { org: ctx.org, ids }),
    ctx.tx.rows(queries.contradictions, { org: ctx.org, ids, limit: shown }),
  ])
  return new Map(
    origins.map(({ id, ...origin }) => {
      const against = others.filter(({ memory_id }) => memory_id === id).map(({ memory_id: _, ...other }) => other)
      return [id, { ...origin, contradicts: against.slice(0, maxOthers) }]
    }),
  )
}

/** Of duplicates only the newest is kept, regardless of how they were ranked: these are the others. */
export async function repeatsAmong(ctx: TxContext, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length < 2) return new Set()
  return new Set((await ctx.tx.rows(queries.repeats, { org: ctx.org, ids })).map(({ id }) => id))
}
