import { implement } from '../../../kernel/operation.ts'
import { linksOf, storeLinks } from '../../links/links.ts'
import { requireProject } from '../../projects/require-project.ts'
import { createItem } from '../items/create-item.ts'
import { findBlockers, setBlockers } from '../items/dependencies.ts'
import { holdParent } from '../items/parent.ts'
import { requireItem } from '../items/require-item.ts'
import { blockedBy, fieldsOf } from '../items/work-items.queries.ts'
import * as contracts from './moving.contract.ts'
import { whatStays } from './what-stays.ts'

/** A task that was started or is over starts again. */
const statusOf = (status: string) => (status === 'backlog' ? ('backlog' as const) : ('todo' as const))

export const duplicateTask = implement(contracts.duplicateTask, async (ctx, { task: name, project: to, title }) => {
  await findBlockers(ctx, [])
  const row = await requireItem(ctx, 'task', name, 'read')
  const project = await requireProject(ctx, to ?? row.project_id, 'write')
  const elsewhere = project.id !== row.project_id
  const { milestone_id, dropped } = elsewhere ? await whatStays(ctx, row, project.id) : { milestone_id: row.milestone_id, dropped: [] }
  const parent = await holdParent(ctx, elsewhere ? null : row.parent_id)
  const { assignee_id, assignee_agent_id, status } = row
  const fields = { ...fieldsOf(row), status: statusOf(status), assignee_id, assignee_agent_id, milestone_id, ...(title && { title }) }
  const { same_title: _, ...task } = await createItem(ctx, 'task', project, parent?.id ?? null, fields)
  await storeLinks(ctx, { kind: 'task', id: task.id }, await linksOf(ctx, { kind: 'task', id: row.id }))
  const names = (await ctx.tx.rows(blockedBy, { org: ctx.org, id: row.id })).map(({ id }) => id)
  const { blocked } = await setBlockers(ctx, task.id, await findBlockers(ctx, names))
  return { ...task, blocked, duplicate_of: row.key, dropped }
})
