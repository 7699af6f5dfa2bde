import { implement } from '../../kernel/operation.ts'
import { countBelow } from './lists/count-below.ts'
import { requireItem, toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const getStory = implement(contracts.getStory, async (ctx, { story, ...ancestors }) => {
  const item = toItem(await requireItem(ctx, 'story', story, 'read', ancestors))
  return { ...item, children: await countBelow(ctx, item.id) }
})
