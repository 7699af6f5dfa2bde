import type { Context } from '../../kernel/context.ts'
import { memoriesById, type MemoryRow } from './memory.queries.ts'

/** These memories in this order, as far as the caller may see them. */
export async function memoriesInOrder(ctx: Context, ids: readonly string[]): Promise<MemoryRow[]> {
  if (ids.length === 0) return []
  const rows = new Map((await ctx.tx.rows(memoriesById, [ctx.org, ids])).map((memory) => [memory.id, memory]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}
