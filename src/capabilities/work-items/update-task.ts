import { implement } from '../../kernel/operation.ts'
import { resolveAssignee } from './assignee.ts'
import { changeItem, requireVersion, type Changes } from './change-item.ts'
import { setBlockers } from './dependencies.ts'
import { noLease, passLease } from './lease.ts'
import { requireItem, toTask } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const updateTask = implement(contracts.updateTask, async (ctx, input) => {
  const { task: name, project, epic, story, version, fence, blocked_by, assignee, assignee_agent, ...fields } = input
  const before = await requireItem(ctx, 'task', name, 'write', { project, epic, story })
  requireVersion(before, version)
  const changes: Changes = { ...fields, ...(await resolveAssignee(ctx, { assignee, assignee_agent })) }
  const guarded = fields.status !== undefined || assignee !== undefined || assignee_agent !== undefined
  const pass = guarded ? passLease(ctx, before, fence) : 'free'
  if (pass === 'overridden') Object.assign(changes, noLease)
  if (blocked_by) changes.blocked = await setBlockers(ctx, before.id, blocked_by)
  return toTask(await changeItem(ctx, before, changes, pass))
})
