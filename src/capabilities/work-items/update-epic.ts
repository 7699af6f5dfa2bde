import { implement } from '../../kernel/operation.ts'
import { changeItem, requireVersion } from './change-item.ts'
import { requireItem, toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const updateEpic = implement(contracts.updateEpic, async (ctx, { project, epic, version, ...changes }) => {
  const before = await requireItem(ctx, 'epic', epic, 'write', { project })
  requireVersion(before, version)
  return toItem(await changeItem(ctx, before, changes))
})
