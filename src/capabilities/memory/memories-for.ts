import type { Context } from '../../kernel/context.ts'
import { findMemories } from '../memory-search/find-memories.ts'
import type { Asked } from '../memory-search/question-vector.ts'
import { memoriesInOrder } from './memories-in-order.ts'
import { listStatement, markUsed, type MemoryRow } from './memory.queries.ts'

interface Wanted {
  project?: string | null | undefined
  agent?: string | null | undefined
  session?: string | null | undefined
  /** What the work is about; without it the newest come. */
  text: string
  limit: number
  /** The text as a vector, made before the transaction; without one words alone are searched. */
  asked?: Asked | undefined
}

const longest = 1000
const shown = 2000

/** The memories that bear on some work: pinned ones first, then the best answers. Where the transaction may write, they count as used. */
export async function memoriesFor(ctx: Context, { project, agent, session, text, limit, asked: embedded }: Wanted): Promise<MemoryRow[]> {
  const scopes = [project, agent, session].filter((id) => typeof id === 'string')
  if (scopes.length === 0) return []
  const live = [
    'm.deleted_at is null and m.superseded_by is null',
    '(m.valid_until is null or m.valid_until > $4)',
    'm.scope_id = any($3::uuid[])',
  ]
  const values = [ctx.org, limit, scopes, ctx.clock.now()]
  const pinned = await ctx.tx.rows(listStatement([...live, 'm.pinned'], shown), values)
  const asked = text.trim().slice(0, longest).toWellFormed()
  const { ranked } = asked ? await findMemories(ctx, { text: asked, scopes, asked: embedded }) : { ranked: [] }
  const ids = [...new Set([...pinned.map(({ id }) => id), ...ranked.map(({ id }) => id)])].slice(0, limit)
  return ids.length > 0 || asked ? memoriesInOrder(ctx, ids) : ctx.tx.rows(listStatement(live, shown), values)
}

/** Says that these were given to somebody who works with them. */
export async function markMemoriesUsed(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await ctx.tx.rows(markUsed, [ctx.org, ids, ctx.clock.now()])
}
