import type { Context } from '../../kernel/context.ts'
import { decodeCursor, nextPage } from '../paging.ts'
import { isReady, listStatement, type Kind, type TaskRow } from './work-items.queries.ts'

export interface Filters {
  project_id?: string | undefined
  parent_id?: string | undefined
  status?: string | undefined
  priority?: string | undefined
  assignee_id?: string | undefined
  assignee_agent_id?: string | undefined
  label?: string | undefined
  ready?: boolean | undefined
}

/** One page of items, newest first; within a project or parent by number, everywhere by time. */
export async function listItems(ctx: Context, kind: Kind, filters: Filters, limit: number, cursor: string | undefined) {
  const place = filters.parent_id ? 'parent' : filters.project_id ? 'project' : 'everywhere'
  const values: unknown[] = [ctx.org, limit + 1]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [`w.kind = ${bind(kind)}`]
  for (const column of ['project_id', 'parent_id', 'status', 'priority', 'assignee_id', 'assignee_agent_id'] as const) {
    if (filters[column] !== undefined) conditions.push(`w.${column} = ${bind(filters[column])}`)
  }
  if (filters.label !== undefined) conditions.push(`w.labels @> array[${bind(filters.label)}]::text[]`)
  if (filters.ready !== undefined) conditions.push(`${filters.ready ? '' : 'not '}(${isReady(bind(ctx.clock.now()))})`)
  conditions.push(...after(place, cursor, bind))
  const rows = await ctx.tx.rows(listStatement(conditions, place), values)
  return nextPage<TaskRow>(rows, limit, (row) => (place === 'everywhere' ? [row.created_at, row.id] : [row.number]))
}

function after(place: string, cursor: string | undefined, bind: (value: unknown) => string): string[] {
  if (place === 'everywhere') {
    const at = decodeCursor(cursor, ['time', 'id'])
    return at ? [`(w.created_at, w.id) < (${bind(at[0])}, ${bind(at[1])})`] : []
  }
  const at = decodeCursor(cursor, ['number'])
  return at ? [`w.number < ${bind(at[0])}`] : []
}
