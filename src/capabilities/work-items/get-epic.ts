import { implement } from '../../kernel/operation.ts'
import { requireItem, toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const getEpic = implement(contracts.getEpic, async (ctx, { epic, ...ancestors }) =>
  toItem(await requireItem(ctx, 'epic', epic, 'read', ancestors)),
)
