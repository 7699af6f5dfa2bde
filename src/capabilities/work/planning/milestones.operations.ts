import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, firstId, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from './milestones.contract.ts'
import { milestoneCreated, milestoneDeleted, milestoneUpdated } from './milestones.events.ts'
import * as queries from './milestones.queries.ts'
import type { FoundMilestone } from './milestones.queries.ts'
import { requireMilestone, toMilestone, type Milestone } from './require-milestone.ts'

export const listMilestones = implement(contracts.listMilestones, async (ctx, { project: name, limit, cursor }) => {
  const project = (await requireProject(ctx, name, 'read')).id
  const [after_place, after] = decodeCursor(cursor, ['day', 'id']) ?? ['-infinity', firstId]
  const rows = await ctx.tx.rows(queries.milestones, { org: ctx.org, project, after_place, after, limit: limit + 1 })
  const page = nextPage(rows, limit, (row) => [row.place, row.id])
  return { ...page, items: page.items.map(toMilestone) }
})

export const createMilestone = implement(contracts.createMilestone, async (ctx, { project: name, ...fields }) => {
  const project = await requireProject(ctx, name, 'write')
  await requireFree(ctx, project.id, fields.name)
  return storeMilestone(ctx, project.id, fields)
})

/** Stores a milestone whose name is known to be free. */
export async function storeMilestone(
  ctx: Context,
  project: string,
  { name, description = '', target_on = null }: { name: string; description?: string | undefined; target_on?: string | null | undefined },
): Promise<Milestone> {
  const id = newId()
  const by = { user: userOf(ctx), agent: ctx.principal.agent, now: ctx.clock.now() }
  await ctx.tx.rows(queries.insertMilestone, { org: ctx.org, project, id, name, description, target_on, ...by })
  const milestone = toMilestone(await requireMilestone(ctx, id))
  ctx.emit(milestoneCreated, { milestone })
  ctx.target(id)
  return milestone
}

export const getMilestone = implement(contracts.getMilestone, async (ctx, { milestone }) =>
  toMilestone(await requireMilestone(ctx, milestone)),
)

export const updateMilestone = implement(contracts.updateMilestone, async (ctx, { milestone: given, version, ...changes }) => {
  const before = await lockMilestone(ctx, given)
  if (version !== undefined && version !== before.version) {
    throw new Refusal(
      'stale_version',
      `Someone changed this milestone in the meantime; it is at version ${before.version}. Read it again and repeat.`,
    )
  }
  const { name = before.name, description = before.description, target_on = before.target_on } = changes
  if (name.toLowerCase() !== before.name.toLowerCase()) await requireFree(ctx, before.project_id, name)
  await ctx.tx.rows(queries.updateMilestone, { org: ctx.org, id: before.id, name, description, target_on, now: ctx.clock.now() })
  const milestone = toMilestone(await requireMilestone(ctx, before.id))
  ctx.emit(milestoneUpdated, { milestone })
  ctx.target(before.id)
  return milestone
})

export const deleteMilestone = implement(contracts.deleteMilestone, async (ctx, { milestone: name }) => {
  const before = await lockMilestone(ctx, name)
  await ctx.tx.rows(queries.deleteMilestone, { org: ctx.org, id: before.id })
  const milestone = toMilestone(before)
  ctx.emit(milestoneDeleted, { milestone })
  ctx.target(before.id)
  return milestone
})

async function lockMilestone(ctx: Context, name: string): Promise<FoundMilestone> {
  const { id } = await requireMilestone(ctx, name)
  const locked = (await ctx.tx.row(queries.lockedMilestone, { org: ctx.org, name: id })) ?? (await requireMilestone(ctx, id))
  if (locked.project_archived_at)
    throw new Refusal('conflict', 'This project is archived. Restore it first: {archiveProject with restore: true}.')
  return locked
}

async function requireFree(ctx: Context, project: string, name: string): Promise<void> {
  if (await ctx.tx.row(queries.milestonesNamed, { org: ctx.org, name, project }))
    throw new Refusal('conflict', 'This project has a milestone of this name already. Choose another name.', { field: 'name' })
}
