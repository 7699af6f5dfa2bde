import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireProject } from '../../projects/require-project.ts'
import { Status } from '../items/work-items.contract.ts'
import { viewOf } from '../views/view-of.ts'
import { bindTo, conditionsOf, isPlain, list, talliedBy } from './list-conditions.ts'
import { boardStatement } from './board.queries.ts'
import { resolveFilters, type Resolved } from './list-filters.ts'
import { cursorOf, orderOf, withoutKeys } from './list-sort.ts'
import * as contracts from './lists.contract.ts'
import { agentsOf, peopleOf, type CardRow } from './lists.queries.ts'

const statuses = Status.options
const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const
const groups = ['status', 'priority', 'assignee'] as const
const maxCounted = 500
const order = orderOf('rank', true)

/** One column: the value that the database looks for, and the name that a caller reads. */
interface Column {
  value: string
  name: string
  agent: boolean
}

/** Columns with the same condition, which are read by one statement. */
interface Group {
  condition: string
  columns: Column[]
}

export const getBoard = implement(contracts.getBoard, async (ctx, { project: name, view: id, group_by, limit, ...named }) => {
  const project = await requireProject(ctx, name, 'read')
  const view = id === undefined ? null : await viewOf(ctx, id)
  const { projects: _, ...filters } = { ...view?.filters, ...named, project: project.id }
  const resolved = { ...(await resolveFilters(ctx, filters, project)), kind: 'task' as const }
  // A view may be grouped by something that only a page can lay out.
  const by = group_by ?? groups.find((one) => one === view?.group_by) ?? 'status'
  const found =
    by === 'assignee' ? await byAssignee(ctx, project.id, resolved) : [by === 'status' ? byStatus(resolved) : byPriority(resolved)]
  const columns = []
  for (const group of found) columns.push(...(await columnsOf(ctx, group, resolved, limit)))
  return { project: project.slug, group_by: by, columns }
})

const ofStatus = 'w.status = c.value'
const column = (name: string, value = name, agent = false): Column => ({ value, name, agent })

function byStatus({ status, status_not }: Resolved): Group {
  const shown = (status ? list(status) : [...statuses]).filter((one) => !list(status_not ?? []).includes(one))
  return { condition: ofStatus, columns: shown.map((one) => column(one)) }
}

function byPriority({ priority, priority_not }: Resolved): Group {
  const shown = priorities.filter((one) => (!priority || list(priority).includes(one)) && !list(priority_not ?? []).includes(one))
  return { condition: 'w.priority_order = c.value::smallint', columns: shown.map((one) => column(one, String(priorities.indexOf(one)))) }
}

async function byAssignee(ctx: Context, project: string, { assignee, agent }: Resolved): Promise<Group[]> {
  const wanted = (ids: 'people' | 'agents', id: string) => !assignee || assignee[ids].includes(id)
  const people = agent ? [] : (await ctx.tx.rows(peopleOf, { org: ctx.org, project })).filter(({ id }) => wanted('people', id))
  const agents = (await ctx.tx.rows(agentsOf, { org: ctx.org, project })).filter(
    ({ id }) => wanted('agents', id) && (agent === undefined || agent === id),
  )
  const nobody = agent === undefined && (!assignee || assignee.none)
  const all = [
    { condition: 'w.assignee_id = c.value::uuid', columns: people.map(({ id, name }) => column(name, id)) },
    { condition: 'w.assignee_agent_id = c.value::uuid', columns: agents.map(({ id, name }) => column(name, id, true)) },
    { condition: 'w.assignee_id is null and w.assignee_agent_id is null', columns: nobody ? [column('none')] : [] },
  ]
  return all.filter(({ columns }) => columns.length > 0)
}

async function columnsOf(ctx: Context, { condition, columns }: Group, filters: Resolved, limit: number) {
  const now = ctx.clock.now()
  const values = { org: ctx.org, limit: limit + 1, columns: columns.map(({ value }) => value), max_counted: maxCounted + 1 }
  const bind = bindTo(values)
  const conditions = conditionsOf(filters, now, bind)
  const labels = list(filters.label ?? []).map((label, place) => bind(`label_${place}`, label))
  const tallied = condition === ofStatus && talliedBy(filters) !== undefined
  const wanted = { conditions, labels, order, now: `${bind('now', now)}::timestamptz`, plain: isPlain(filters), column: condition, tallied }
  const rows = await ctx.tx.rows(boardStatement(wanted), values)
  return columns.map(({ value, name, agent }) => {
    const own = rows.filter((row) => row.column_value === value)
    const found = own.filter(({ id }) => id !== null)
    const shown = found.slice(0, limit)
    const end = shown.at(-1)
    const count = own[0]?.column_count ?? 0
    return {
      value: name,
      agent,
      count: Math.min(count, maxCounted),
      count_capped: count > maxCounted,
      cards: shown.map(({ column_value: _, column_count: __, ...row }) => withoutKeys(row as CardRow)),
      next_cursor: found.length > limit && end ? cursorOf(order, end) : null,
    }
  })
}
