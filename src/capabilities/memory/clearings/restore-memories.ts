import { Refusal, notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { restorePiece, showClearing, undoMilliseconds } from './clear-scope.ts'
import * as contracts from './clearings.contract.ts'
import { clearingById, setRestored } from './clearings.queries.ts'
import { clearingUndone } from '../memory.events.ts'

export const restoreMemories = implement(contracts.restoreMemories, async (ctx, { clearing: id }) => {
  const now = ctx.clock.now()
  const before = await ctx.tx.row(clearingById, [ctx.org, id])
  if (!before) throw notFound('clearing', id, 'clear_memory answers the id of what it cleared.')
  if (Date.parse(before.created_at) + undoMilliseconds < now.getTime()) {
    throw new Refusal('conflict', 'This was cleared more than 30 days ago and is gone for good.')
  }
  ctx.target(id)
  if (before.restored_at) return showClearing(before)
  await ctx.tx.rows(setRestored, [ctx.org, id, now])
  const clearing = { ...before, restored_at: now.toISOString() }
  await restorePiece(ctx, clearing)
  ctx.emit(clearingUndone, { clearing })
  return showClearing(clearing)
})
