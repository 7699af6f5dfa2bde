import { implement } from '../../kernel/operation.ts'
import { changeItem } from './change-item.ts'
import { requireItem, toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const deleteStory = implement(contracts.deleteStory, async (ctx, { story, ...ancestors }) => {
  const before = await requireItem(ctx, 'story', story, 'write', ancestors)
  return toItem(await changeItem(ctx, before, { deleted_at: ctx.clock.now().toISOString() }))
})
