import { implement } from '../../kernel/operation.ts'
import { changeItem } from './change-item.ts'
import { requireItem, toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const deleteEpic = implement(contracts.deleteEpic, async (ctx, { epic, ...ancestors }) => {
  const before = await requireItem(ctx, 'epic', epic, 'write', ancestors)
  return toItem(await changeItem(ctx, before, { deleted_at: ctx.clock.now().toISOString() }))
})
