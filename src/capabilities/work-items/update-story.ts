import { implement } from '../../kernel/operation.ts'
import { changeItem, requireVersion, type Changes } from './change-item.ts'
import { holdParent, parentOf } from './parent.ts'
import { requireItem, toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const updateStory = implement(contracts.updateStory, async (ctx, { project, epic, story, parent: above, version, ...fields }) => {
  const parent = await holdParent(ctx, above)
  const before = await requireItem(ctx, 'story', story, 'write', { project, epic })
  requireVersion(before, version)
  const changes: Changes = parent ? { ...fields, parent_id: parentOf(before, parent) } : fields
  return toItem(await changeItem(ctx, before, changes))
})
