import { implement } from '../../kernel/operation.ts'
import { countBelow } from './lists/count-below.ts'
import { requireItem, toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const getEpic = implement(contracts.getEpic, async (ctx, { epic, ...ancestors }) => {
  const item = toItem(await requireItem(ctx, 'epic', epic, 'read', ancestors))
  return { ...item, children: await countBelow(ctx, item.id) }
})
