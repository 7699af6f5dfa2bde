import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { isId } from '../../../platform/ids.ts'
import { together } from '../../../platform/together.ts'
import { requireProject } from '../../projects/require-project.ts'
import { resolveAssignee } from './assignee.ts'
import { createItem, createTaskLast } from './create-item.ts'
import { findBlockers, setBlockers } from './dependencies.ts'
import { resolveMilestone } from '../planning/require-milestone.ts'
import { holdParent } from './parent.ts'
import { requireItem, toTask } from './require-item.ts'
import { setNamedLinks } from './set-named-links.ts'
import * as contracts from './work-items.contract.ts'
import { lockNumbers, openOfId, openOfSlug, openTitled, type FullRow } from './work-items.queries.ts'

export const createTask = implement(
  contracts.createTask,
  async (ctx, { project: name, epic, story, blocked_by, links, assignee, assignee_agent, milestone, unless_exists, ...fields }) => {
    // A task with nothing else to store is inserted together with COMMIT: see createTaskLast.
    const isLast = ctx.deferred && !unless_exists && !blocked_by && !links && !assignee && !assignee_agent && isExact(fields.estimate)
    const reads = isLast ? together(ctx) : ctx
    const [project, titled] = await Promise.all([
      requireProject(reads, name, 'write'),
      isLast && reads.tx.row(isId(name) ? openOfId : openOfSlug, { org: ctx.org, kind: 'task', title: fields.title, name }),
    ])
    const same = unless_exists && (await openTaskTitled(ctx, project.id, fields.title))
    if (same) return { ...toTask(same), same_title: [], existed: true }
    const blockers = blocked_by && (await findBlockers(ctx, blocked_by))
    const parent = await holdParent(ctx, await parentOf(ctx, project.id, epic, story))
    const assigned = await resolveAssignee(ctx, { assignee, assignee_agent })
    const planned = await resolveMilestone(ctx, project.id, milestone)
    // Titles were looked up under the name as given: a project found by another name takes the usual path.
    if (titled && (project.slug === name || project.id === name))
      return { ...(await createTaskLast(ctx, project, parent?.id ?? null, { ...fields, ...planned })), same_title: titled.keys }
    const task = await createItem(ctx, 'task', project, parent?.id ?? null, { ...fields, ...assigned, ...planned })
    if (links) await setNamedLinks(ctx, task.id, links)
    return blockers ? { ...task, blocked: (await setBlockers(ctx, task.id, blockers)).blocked } : task
  },
)

/** The column has six digits: a value with more has to be read back as it was stored. */
const isExact = (estimate: number | null | undefined): boolean => !estimate || Number(estimate.toPrecision(6)) === estimate

async function parentOf(ctx: Context, project: string, epic: string | undefined, story: string | undefined): Promise<string | null> {
  if (story !== undefined) return (await requireItem(ctx, 'story', story, 'read', { project, epic })).id
  return epic === undefined ? null : (await requireItem(ctx, 'epic', epic, 'read', { project })).id
}

/** Locks the project's numbers, so that a concurrent create with the same title waits for this one, or this one for it. */
async function openTaskTitled(ctx: Context, project: string, title: string): Promise<FullRow | undefined> {
  await ctx.tx.row(lockNumbers, { org: ctx.org, project })
  return ctx.tx.row(openTitled, { org: ctx.org, project, title })
}
