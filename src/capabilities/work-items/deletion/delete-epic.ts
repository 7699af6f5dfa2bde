import { implement } from '../../../kernel/operation.ts'
import { deleteBranch } from './delete-branch.ts'
import { requireItem, toItem } from '../require-item.ts'
import * as contracts from '../work-items.contract.ts'

export const deleteEpic = implement(contracts.deleteEpic, async (ctx, { epic, ...ancestors }) =>
  toItem(await deleteBranch(ctx, await requireItem(ctx, 'epic', epic, 'write', ancestors))),
)
