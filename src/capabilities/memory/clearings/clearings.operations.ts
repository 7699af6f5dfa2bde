import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { clearingUndone } from '../entries/memory.events.ts'
import { writableScope } from '../entries/whose-memory.ts'
import { clearPiece, clearScope, restorePiece, showClearing, sizeOf, undoMilliseconds } from './clear-scope.ts'
import * as contracts from './clearings.contract.ts'
import { clearingById, clearingOfJob, clearings, setRestored } from './clearings.queries.ts'

export const clearMemory = implement(contracts.clearMemory, async (ctx, { dry_run, ...named }) => {
  const lane = await writableScope(ctx, named)
  if (dry_run) return { dry_run, count: (await sizeOf(ctx, lane)).count, clearing: null }
  ctx.call.progress?.({ done: 0, total: 1, message: 'Clearing' })
  const clearing = await clearScope(ctx, lane)
  ctx.call.progress?.({ done: 1, total: 1, message: 'Cleared' })
  return { dry_run, count: clearing.count, clearing: showClearing(clearing) }
})

export const listMemoryClearings = implement(contracts.listMemoryClearings, async (ctx, { limit }) => {
  const since = new Date(ctx.clock.now().getTime() - undoMilliseconds)
  return { items: (await ctx.tx.rows(clearings, { org: ctx.org, since, limit })).map(showClearing) }
})

export const restoreMemories = implement(contracts.restoreMemories, async (ctx, { clearing: id }) => {
  const now = ctx.clock.now()
  const before = await ctx.tx.row(clearingById, { org: ctx.org, id })
  if (!before) throw notFound('clearing', id, '{clearMemory} answers the id of what it cleared.')
  if (Date.parse(before.created_at) + undoMilliseconds < now.getTime()) {
    throw new Refusal('conflict', 'This was cleared more than 30 days ago and is gone for good.')
  }
  ctx.target(id)
  if (before.restored_at) return showClearing(before)
  await ctx.tx.rows(setRestored, { org: ctx.org, id, now })
  const clearing = { ...before, restored_at: now.toISOString() }
  await restorePiece(ctx, clearing)
  ctx.emit(clearingUndone, { clearing })
  return showClearing(clearing)
})

export const continueClearing = implement(contracts.continueClearing, async (ctx, { clearing: id }) => {
  const clearing = await ctx.tx.row(clearingOfJob, { org: ctx.org, id })
  if (!clearing) return { count: 0 }
  return { count: await (clearing.restored_at ? restorePiece(ctx, clearing) : clearPiece(ctx, clearing)) }
})
