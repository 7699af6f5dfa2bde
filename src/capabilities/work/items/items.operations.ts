import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { requireProject } from '../../projects/require-project.ts'
import { isRepeatedCompletion, passStatus } from '../leases/pass-status.ts'
import { countBelow } from '../lists/count-items.ts'
import { resolveAssignee } from './assignee.ts'
import { changeItem, type Changes, requireVersion } from './change-item.ts'
import { createItem } from './create-item.ts'
import { holdParent, parentOf } from './parent.ts'
import { requireItem, toItem, toTask } from './require-item.ts'
import * as contracts from './work-items.contract.ts'
import { unblockedBy } from './work-items.queries.ts'

export const createEpic = implement(contracts.createEpic, async (ctx, { project: name, assignee, assignee_agent, ...fields }) => {
  const project = await requireProject(ctx, name, 'write')
  const assigned = await resolveAssignee(ctx, { assignee, assignee_agent })
  const { same_title: _, ...row } = await createItem(ctx, 'epic', project, null, { ...fields, ...assigned })
  return toItem(row)
})

export const getEpic = implement(contracts.getEpic, async (ctx, { epic, ...ancestors }) => {
  const item = toItem(await requireItem(ctx, 'epic', epic, 'read', ancestors))
  return { ...item, children: await countBelow(ctx, item.id) }
})

export const updateEpic = implement(contracts.updateEpic, async (ctx, { project, epic, version, assignee, assignee_agent, ...fields }) => {
  const before = await requireItem(ctx, 'epic', epic, 'write', { project })
  requireVersion(before, version)
  const assigned = await resolveAssignee(ctx, { assignee, assignee_agent })
  return toItem(await changeItem(ctx, before, { ...fields, ...assigned }))
})

export const createStory = implement(contracts.createStory, async (ctx, { project: name, epic, assignee, assignee_agent, ...fields }) => {
  const project = await requireProject(ctx, name, 'write')
  const { id } = await requireItem(ctx, 'epic', epic, 'read', { project: project.id })
  const parent = await holdParent(ctx, id)
  const assigned = await resolveAssignee(ctx, { assignee, assignee_agent })
  const { same_title: _, ...row } = await createItem(ctx, 'story', project, parent.id, { ...fields, ...assigned })
  return toItem(row)
})

export const getStory = implement(contracts.getStory, async (ctx, { story, ...ancestors }) => {
  const item = toItem(await requireItem(ctx, 'story', story, 'read', ancestors))
  return { ...item, children: await countBelow(ctx, item.id) }
})

export const updateStory = implement(contracts.updateStory, async (ctx, input) => {
  const { project, epic, story, parent: above, version, assignee, assignee_agent, ...fields } = input
  const parent = await holdParent(ctx, above)
  const before = await requireItem(ctx, 'story', story, 'write', { project, epic })
  requireVersion(before, version)
  const changes: Changes = { ...fields, ...(await resolveAssignee(ctx, { assignee, assignee_agent })) }
  if (parent) changes.parent_id = parentOf(before, parent)
  return toItem(await changeItem(ctx, before, changes))
})

export const completeTask = implement(contracts.completeTask, async (outer, { task: name, notes, fence }) => {
  const ctx = together(outer)
  const before = await requireItem(ctx, 'task', name, 'write')
  if (await isRepeatedCompletion(ctx, before, fence)) return { ...toTask(before), unblocked: [] }
  const pass = await passStatus(ctx, before, fence, 'complete')
  const changes: Changes = { status: 'complete' }
  if (notes !== undefined) changes.completion_notes = notes
  const [after, unblocked] = await Promise.all([
    changeItem(ctx, before, changes, pass),
    ctx.tx.rows(unblockedBy, { org: ctx.org, task: before.id }),
  ])
  return { ...toTask(after), unblocked }
})
