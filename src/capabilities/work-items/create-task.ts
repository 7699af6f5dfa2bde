import type { Context } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import { resolveAssignee } from './assignee.ts'
import { createItem } from './create-item.ts'
import { setBlockers } from './dependencies.ts'
import { requireItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const createTask = implement(
  contracts.createTask,
  async (ctx, { project: name, epic, story, blocked_by, assignee, assignee_agent, ...fields }) => {
    const project = await requireProject(ctx, name, 'write')
    const parent = await parentOf(ctx, project.id, epic, story)
    const assigned = await resolveAssignee(ctx, { assignee, assignee_agent })
    const task = await createItem(ctx, 'task', project, parent, { ...fields, ...assigned })
    return blocked_by ? { ...task, blocked: await setBlockers(ctx, task.id, blocked_by) } : task
  },
)

async function parentOf(ctx: Context, project: string, epic: string | undefined, story: string | undefined): Promise<string | null> {
  if (story !== undefined) return (await requireItem(ctx, 'story', story, 'read', { project, epic })).id
  return epic === undefined ? null : (await requireItem(ctx, 'epic', epic, 'read', { project })).id
}
