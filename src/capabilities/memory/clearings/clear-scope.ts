import { userOf, type Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { clearSome, countScope, insertClearing, restoreSome, type ClearingRow } from './clearings.queries.ts'
import { memoryCleared } from '../memory.events.ts'
import type { Lane } from '../whose-memory.ts'

const atOnce = 5000
const undoDays = 30
export const undoMilliseconds = undoDays * 86_400_000

/** Clears what is there now; a large scope is finished by the worker, what is stored meanwhile stays. */
export async function clearScope(ctx: Context, lane: Lane): Promise<ClearingRow> {
  const { count, last } = await sizeOf(ctx, lane)
  const { scope, scope_id, project_id, owner_id } = lane
  const by = [userOf(ctx), ctx.principal.agent, ctx.clock.now()]
  const clearing = await ctx.tx.row(insertClearing, [ctx.org, newId(), scope, scope_id, project_id, owner_id, last, count, ...by])
  if (!clearing) throw new Error('the clearing was not stored')
  await clearPiece(ctx, clearing)
  ctx.target(clearing.id)
  ctx.emit(memoryCleared, { clearing })
  return clearing
}

export async function sizeOf(ctx: Context, lane: Lane): Promise<{ count: number; last: number }> {
  return (await ctx.tx.row(countScope, [ctx.org, lane.scope_id, lane.owner_id])) ?? { count: 0, last: 0 }
}

export async function clearPiece(ctx: Context, { id, scope_id, owner_id, up_to, created_at }: ClearingRow): Promise<number> {
  const row = await ctx.tx.row(clearSome, [ctx.org, scope_id, owner_id, up_to, id, created_at, atOnce])
  return goOn(ctx, id, row?.count ?? 0)
}

export async function restorePiece(ctx: Context, { id }: ClearingRow): Promise<number> {
  const row = await ctx.tx.row(restoreSome, [ctx.org, id, ctx.clock.now(), atOnce])
  await ctx.enqueue('embedMemories', {})
  return goOn(ctx, id, row?.count ?? 0)
}

async function goOn(ctx: Context, clearing: string, count: number): Promise<number> {
  if (count === atOnce) await ctx.enqueue('continueClearing', { clearing })
  return count
}

export const showClearing = ({ up_to: _, ...clearing }: ClearingRow) => ({
  ...clearing,
  undo_until: new Date(Date.parse(clearing.created_at) + undoMilliseconds).toISOString(),
})
