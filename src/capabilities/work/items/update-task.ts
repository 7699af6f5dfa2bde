import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { addComment } from '../comments/add-comment.ts'
import { resolveAssignee } from './assignee.ts'
import { changeItem, requireVersion, type Changes } from './change-item.ts'
import { findBlockers, setBlockers } from './dependencies.ts'
import { passStatus } from '../leases/pass-status.ts'
import { resolveMilestone } from '../planning/require-milestone.ts'
import { holdParent, parentOf } from './parent.ts'
import { requireItem, toTask } from './require-item.ts'
import { setNamedLinks } from './set-named-links.ts'
import * as contracts from './work-items.contract.ts'

export const updateTask = implement(contracts.updateTask, async (outer, input) => {
  const ctx = together(outer)
  const { task: name, project, epic, story, version, fence, comment, choices, ...rest } = input
  const { blocked_by, links, parent: above, assignee, assignee_agent, milestone, ...fields } = rest
  const blockers = blocked_by && (await findBlockers(ctx, blocked_by))
  const parent = await holdParent(ctx, above)
  const before = await requireItem(ctx, 'task', name, 'write', { project, epic, story })
  requireVersion(before, version)
  const changes: Changes = { ...fields, ...(await resolveAssignee(ctx, { assignee, assignee_agent })) }
  if (parent !== undefined) changes.parent_id = parentOf(before, parent)
  Object.assign(changes, await resolveMilestone(ctx, before.project_id, milestone))
  const guarded = fields.status !== undefined || assignee !== undefined || assignee_agent !== undefined
  const beside: string[] = []
  if (blockers) {
    const { blocked, changed } = await setBlockers(ctx, before.id, blockers)
    changes.blocked = blocked
    if (changed) beside.push('blocked_by')
  }
  const pass = guarded ? await passStatus(ctx, { ...before, blocked: changes.blocked ?? before.blocked }, fence, fields.status) : 'free'
  if (links && (await setNamedLinks(ctx, before.id, links))) beside.push('links')
  const after = toTask(await changeItem(ctx, before, changes, pass, beside))
  if (!comment?.trim()) {
    if (choices) throw new Refusal('invalid', 'Choices belong to a question: ask it in comment.')
    return after
  }
  const { id } = await addComment(ctx, after, comment, { choices })
  return choices ? { ...after, question: { id, status: 'waiting' as const } } : after
})
