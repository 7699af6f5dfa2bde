import { implement } from '../../../kernel/operation.ts'
import { changeItem, requireVersion, type Changes } from '../items/change-item.ts'
import * as contracts from '../items/changes.contract.ts'
import { passStatus } from '../leases/pass-status.ts'
import { holdParent, parentOf } from '../items/parent.ts'
import { placeTask } from './place-task.ts'
import { requireItem, toTask } from '../items/require-item.ts'

/** If both neighbors are named, `after` decides: the other may have moved on. */
export const moveTask = implement(contracts.moveTask, async (ctx, { task: name, after, before, status, parent: above, fence, version }) => {
  const parent = await holdParent(ctx, above)
  const found = await requireItem(ctx, 'task', name, 'read')
  const rank = await placeTask(ctx, found, { after, before })
  const row = await requireItem(ctx, 'task', found.id, 'write')
  requireVersion(row, version)
  const changes: Changes = {}
  if (rank !== undefined) changes.rank = rank
  if (parent !== undefined) changes.parent_id = parentOf(row, parent)
  if (status !== undefined) changes.status = status
  const pass = status === undefined ? 'free' : await passStatus(ctx, row, fence, status)
  return toTask(await changeItem(ctx, row, changes, pass))
})
