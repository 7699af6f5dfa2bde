import type { Context } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { namesHere } from '../../names-here.ts'
import { milestoneById, milestoneNames, milestonesNamed, type FoundMilestone, type MilestoneRow } from './milestones.queries.ts'

export type Milestone = ReturnType<typeof toMilestone>

export function toMilestone({ id, project_id, name, description, target_on, created_by, ...row }: MilestoneRow) {
  const { created_at, updated_at, version, complete, total } = row
  const status = total > 0 && complete === total ? ('complete' as const) : ('open' as const)
  const tasks = { complete, total }
  return { id, project_id, name, description, target_on, status, tasks, created_by, created_at, updated_at, version }
}

/** A milestone the caller may see, by id or by name; within one project if it is known. */
export async function requireMilestone(ctx: Context, name: string, project?: string): Promise<FoundMilestone> {
  const found = isId(name)
    ? [await ctx.tx.row(milestoneById, { org: ctx.org, name })]
    : await ctx.tx.rows(milestonesNamed, { org: ctx.org, name, project: project ?? null })
  const [first, second] = found
  if (second) throw new Refusal('conflict', 'Milestones of several projects have this name. Name its project, or the milestone by its id.')
  if (!first || (project !== undefined && first.project_id !== project)) throw notFound('milestone', name, await others(ctx, project))
  return first
}

async function others(ctx: Context, project: string | undefined): Promise<string> {
  const names = project === undefined ? [] : (await milestonesIn(ctx, project)).map((one) => one.name)
  return namesHere('Milestones', names, 'It must be one of the same project: use {listMilestones} or {createMilestone}.')
}

export const milestonesIn = (ctx: Context, project: string) => ctx.tx.rows(milestoneNames, { org: ctx.org, project })

/** The new `milestone_id` of something in this project; empty if none was named. */
export async function resolveMilestone(
  ctx: Context,
  project: string,
  name: string | null | undefined,
): Promise<{ milestone_id?: string | null }> {
  if (name === undefined) return {}
  return { milestone_id: name === null ? null : (await requireMilestone(ctx, name, project)).id }
}
