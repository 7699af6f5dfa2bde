import { implement } from '../../../kernel/operation.ts'
import { requireProject } from '../../projects/require-project.ts'
import { countByStatus } from '../items/work-items.queries.ts'
import { cursorOf, orderOf } from './list-sort.ts'
import * as contracts from './lists.contract.ts'
import { rowsByStatus } from './lists.queries.ts'
import { toRow } from './without-empty.ts'

const statuses = ['in_progress', 'todo', 'in_review', 'backlog', 'complete', 'cancelled'] as const
const order = orderOf('rank', true)
const firstRows = rowsByStatus(order)

export const listBoardRows = implement(contracts.listBoardRows, async (ctx, { project: name, all_up_to, limit }) => {
  const { id: project } = await requireProject(ctx, name, 'read')
  const counted = await ctx.tx.rows(countByStatus, { org: ctx.org, project, kinds: ['task'] })
  const counts = new Map(counted.map(({ status, count }) => [status, count]))
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  const most = total <= all_up_to ? all_up_to : limit
  // One more than is shown, to tell whether there are others after it.
  const rows = total === 0 ? [] : await ctx.tx.rows(firstRows, { org: ctx.org, project, statuses, limit: most + 1 })
  const found = Map.groupBy(rows, ({ status }) => status)
  return {
    project_id: project,
    columns: statuses.map((status) => {
      const own = found.get(status) ?? []
      const shown = own.slice(0, most)
      const end = shown.at(-1)
      return {
        status,
        count: Math.max(counts.get(status) ?? 0, shown.length),
        items: shown.map((row) => toRow(row)),
        next_cursor: own.length > most && end ? cursorOf(order, end) : null,
      }
    }),
  }
})
