import { implement } from '../../../kernel/operation.ts'
import { deleteBranch } from './delete-branch.ts'
import { requireItem, toItem } from '../require-item.ts'
import * as contracts from '../work-items.contract.ts'

export const deleteStory = implement(contracts.deleteStory, async (ctx, { story, ...ancestors }) =>
  toItem(await deleteBranch(ctx, await requireItem(ctx, 'story', story, 'write', ancestors))),
)
