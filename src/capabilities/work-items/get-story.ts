import { implement } from '../../kernel/operation.ts'
import { requireItem, toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const getStory = implement(contracts.getStory, async (ctx, { story, ...ancestors }) =>
  toItem(await requireItem(ctx, 'story', story, 'read', ancestors)),
)
