import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireProject } from '../../projects/require-project.ts'
import { resolveAssignee } from './assignee.ts'
import { createItem } from './create-item.ts'
import { findBlockers, setBlockers } from './dependencies.ts'
import { resolveMilestone } from '../planning/require-milestone.ts'
import { holdParent } from './parent.ts'
import { requireItem, toTask } from './require-item.ts'
import { setNamedLinks } from './set-named-links.ts'
import * as contracts from './work-items.contract.ts'
import { lockNumbers, openTitled, type FullRow } from './work-items.queries.ts'

export const createTask = implement(
  contracts.createTask,
  async (ctx, { project: name, epic, story, blocked_by, links, assignee, assignee_agent, milestone, unless_exists, ...fields }) => {
    const project = await requireProject(ctx, name, 'write')
    const same = unless_exists && (await openTaskTitled(ctx, project.id, fields.title))
    if (same) return { ...toTask(same), same_title: [], existed: true }
    const blockers = blocked_by && (await findBlockers(ctx, blocked_by))
    const parent = await holdParent(ctx, await parentOf(ctx, project.id, epic, story))
    const assigned = await resolveAssignee(ctx, { assignee, assignee_agent })
    const planned = await resolveMilestone(ctx, project.id, milestone)
    const task = await createItem(ctx, 'task', project, parent?.id ?? null, { ...fields, ...assigned, ...planned })
    if (links) await setNamedLinks(ctx, task.id, links)
    return blockers ? { ...task, blocked: (await setBlockers(ctx, task.id, blockers)).blocked } : task
  },
)

async function parentOf(ctx: Context, project: string, epic: string | undefined, story: string | undefined): Promise<string | null> {
  if (story !== undefined) return (await requireItem(ctx, 'story', story, 'read', { project, epic })).id
  return epic === undefined ? null : (await requireItem(ctx, 'epic', epic, 'read', { project })).id
}

/** Whoever creates one of the same title at this moment waits for us, or we for them. */
async function openTaskTitled(ctx: Context, project: string, title: string): Promise<FullRow | undefined> {
  await ctx.tx.row(lockNumbers, { org: ctx.org, project })
  return ctx.tx.row(openTitled, { org: ctx.org, project, title })
}
