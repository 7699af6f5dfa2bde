import type { Context } from '../../../kernel/context.ts'
import { parentsOf, type FullRow } from '../items/work-items.queries.ts'
import { milestoneAlike } from './moving.queries.ts'

export interface Dropped {
  what: 'parent' | 'milestone' | 'lease'
  name: string
}

/** Epics, stories and milestones belong to their project. A milestone of the same name in the new project replaces the one left behind. */
export async function whatStays(ctx: Context, row: FullRow, project: string): Promise<{ milestone_id: string | null; dropped: Dropped[] }> {
  const dropped: Dropped[] = []
  const [, parent] = row.parent_id ? await ctx.tx.rows(parentsOf, { org: ctx.org, id: row.id }) : []
  if (parent) dropped.push({ what: 'parent', name: parent.key })
  const { milestone_id } = row
  const milestone = milestone_id === null ? undefined : await ctx.tx.row(milestoneAlike, { org: ctx.org, milestone: milestone_id, project })
  if (milestone && !milestone.there) dropped.push({ what: 'milestone', name: milestone.name })
  return { milestone_id: milestone?.there ?? null, dropped }
}
