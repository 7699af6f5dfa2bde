import { type Context, userOf } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { memoryCleared } from '../entries/memory.events.ts'
import type { MemoryScope } from '../entries/whose-memory.ts'
import { type ClearingRow, clearSome, countScope, insertClearing, restoreSome } from './clearings.queries.ts'

const atOnce = 5000
const undoDays = 30
export const undoMilliseconds = undoDays * 86_400_000

/** Clears what exists now. A large scope is finished by the worker; what is stored in the meantime stays. */
export async function clearScope(ctx: Context, lane: MemoryScope): Promise<ClearingRow> {
  const { count, last } = await sizeOf(ctx, lane)
  const { scope, scope_id, project_id, owner_id } = lane
  const by = { user: userOf(ctx), agent: ctx.principal.agent, now: ctx.clock.now() }
  const clearing = await ctx.tx.one(insertClearing, {
    org: ctx.org,
    id: newId(),
    scope,
    scope_id,
    project_id,
    owner_id,
    up_to: last,
    count,
    ...by,
  })
  await clearPiece(ctx, clearing)
  ctx.target(clearing.id)
  ctx.emit(memoryCleared, { clearing })
  return clearing
}

export async function sizeOf(ctx: Context, lane: MemoryScope): Promise<{ count: number; last: number }> {
  return (await ctx.tx.row(countScope, { org: ctx.org, scope_id: lane.scope_id, owner_id: lane.owner_id })) ?? { count: 0, last: 0 }
}

export async function clearPiece(ctx: Context, { id, scope_id, owner_id, up_to, created_at }: ClearingRow): Promise<number> {
  const row = await ctx.tx.row(clearSome, { org: ctx.org, scope_id, owner_id, last: up_to, clearing: id, now: created_at, limit: atOnce })
  return goOn(ctx, id, row?.count ?? 0)
}

export async function restorePiece(ctx: Context, { id }: ClearingRow): Promise<number> {
  const row = await ctx.tx.row(restoreSome, { org: ctx.org, id, now: ctx.clock.now(), limit: atOnce })
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

/** Clears a deleted agent's memory if it is not to be kept; like any clearing, this can be undone for thirty days. */
export async function clearAgentMemory(ctx: Context, agent: { id: string; owner_id: string }): Promise<void> {
  const lane = { scope: 'agent' as const, scope_id: agent.id, project_id: null, owner_id: agent.owner_id }
  if ((await sizeOf(ctx, lane)).count > 0) await clearScope(ctx, lane)
}
