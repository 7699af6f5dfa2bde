import type { Resolved } from './list-filters.ts'
import { titled } from './lists.queries.ts'
import { blocked, isReady } from '../work-items.queries.ts'

export type Bind = (value: unknown) => string

const mostTitled = 2000

/** The filters as SQL. Kinds stand there as text, since an index for tasks alone is used only for a query that says so. */
export function conditionsOf(filters: Resolved, now: Date, bind: Bind): string[] {
  const conditions = [
    `w.kind in (${list(filters.kind ?? 'task')
      .map((kind) => `'${kind}'`)
      .join(', ')})`,
  ]
  const add = (condition: string) => void conditions.push(condition)
  const oneOf = (column: string, values: readonly string[]) =>
    add(values.length === 1 ? `${column} = ${bind(values[0])}` : `${column} = any(${bind(values)})`)
  const whether = (wanted: boolean | undefined, condition: () => string) => {
    if (wanted !== undefined) add(wanted ? `(${condition()})` : `not (${condition()})`)
  }
  if (filters.projects) oneOf('w.project_id', filters.projects)
  if (filters.parents) oneOf('w.parent_id', filters.parents)
  if (filters.status) oneOf('w.status', list(filters.status))
  if (filters.priority) oneOf('w.priority', list(filters.priority))
  if (filters.assignee === 'none') add('w.assignee_id is null and w.assignee_agent_id is null')
  else if (filters.assignee) add(`w.assignee_id = ${bind(filters.assignee.person)}`)
  if (filters.agent) add(`w.assignee_agent_id = ${bind(filters.agent)}`)
  whether(filters.blocked, () => blocked)
  whether(filters.ready, () => isReady(bind(now)))
  whether(filters.leased, () => `w.lease_until is not null and w.lease_until > ${bind(now)}`)
  if (filters.due_before) add(`w.due_on < ${bind(filters.due_before)}`)
  if (filters.due_after) add(`w.due_on > ${bind(filters.due_after)}`)
  if (filters.created_since) add(`w.created_at >= ${bind(filters.created_since)}`)
  if (filters.updated_since) add(`w.updated_at >= ${bind(filters.updated_since)}`)
  if (filters.text) add(titled(bind(wordsOf(filters.text)), bind(filters.projects ?? null), bind(mostTitled)))
  return conditions
}

export const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

/** Every word, or the beginning of it, as `to_tsquery` reads it. */
function wordsOf(text: string): string {
  const words = text.replace(/['\\]/g, ' ').split(/\s+/).filter(Boolean)
  return words.map((word) => `'${word}':*`).join(' & ')
}
