import { implement } from '../../kernel/operation.ts'
import { changeItem, requireVersion } from './change-item.ts'
import { requireItem, toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const updateStory = implement(contracts.updateStory, async (ctx, { project, epic, story, version, ...changes }) => {
  const before = await requireItem(ctx, 'story', story, 'write', { project, epic })
  requireVersion(before, version)
  return toItem(await changeItem(ctx, before, changes))
})
