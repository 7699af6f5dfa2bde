import type { Context } from '../../../kernel/context.ts'
import { countByStatus } from '../work-items.queries.ts'

/** Computed, never stored. */
export async function countItems(ctx: Context, project: string) {
  const rows = await ctx.tx.rows(countByStatus, [ctx.org, project])
  const tasks = { backlog: 0, todo: 0, in_progress: 0, in_review: 0, complete: 0, cancelled: 0 }
  for (const row of rows) if (row.kind === 'task') tasks[row.status] += row.count
  const all = (kind: string) => rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.count, 0)
  return { epics: all('epic'), stories: all('story'), tasks }
}
