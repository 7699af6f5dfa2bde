import type { Context } from '../../../kernel/context.ts'
import type { Column } from '../../../platform/together.ts'
import { childCounts } from '../items/changes.queries.ts'
import { countByStatus } from '../items/work-items.queries.ts'

export async function countItems(ctx: Context, project: string) {
  const rows = await ctx.tx.rows(countByStatus, { org: ctx.org, project, kinds: ['epic', 'story', 'task'] })
  const tasks = { backlog: 0, todo: 0, in_progress: 0, in_review: 0, complete: 0, cancelled: 0 }
  for (const row of rows) if (row.kind === 'task') tasks[row.status] += row.count
  const all = (kind: string) => rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.count, 0)
  return { epics: all('epic'), stories: all('story'), tasks }
}

/** How many stories and tasks are below an item, at any depth. */
export async function countBelow(ctx: Context, item: string | Column) {
  const rows = await ctx.tx.rows(childCounts, { org: ctx.org, item })
  const of = (kind: string) => {
    const { items = 0, closed = 0, complete = 0, total = 0 } = rows.find((row) => row.kind === kind) ?? {}
    return { items, closed, complete, total }
  }
  return { stories: of('story'), tasks: of('task') }
}
