import type { Resolved } from './list-filters.ts'
import { titled } from './lists.queries.ts'
import { blocked, isReady } from '../items/work-items.queries.ts'

/** Keeps a value under its name and gives what stands for it in the statement. */
export type Bind = (name: string, value: unknown) => string

export const bindTo =
  (values: Record<string, unknown>): Bind =>
  (name, value) => {
    values[name] = value
    return `:${name}`
  }

const maxTitled = 2000

/** The filters as SQL. Kinds stand there as text, since an index for tasks alone is used only for a query that says so. */
export function conditionsOf(filters: Resolved, now: Date, bind: Bind): string[] {
  const conditions = [
    `w.kind in (${list(filters.kind ?? 'task')
      .map((kind) => `'${kind}'`)
      .join(', ')})`,
  ]
  const add = (condition: string) => void conditions.push(condition)
  const oneOf = (column: string, values: readonly string[]) =>
    add(values.length === 1 ? `w.${column} = ${bind(column, values[0])}` : `w.${column} = any(${bind(column, values)})`)
  const whether = (wanted: boolean | undefined, condition: () => string) => {
    if (wanted !== undefined) add(wanted ? `(${condition()})` : `not (${condition()})`)
  }
  if (filters.projects) oneOf('project_id', filters.projects)
  if (filters.parents) oneOf('parent_id', filters.parents)
  if (filters.status) oneOf('status', list(filters.status))
  if (filters.priority) oneOf('priority', list(filters.priority))
  if (filters.assignee === 'none') add('w.assignee_id is null and w.assignee_agent_id is null')
  else if (filters.assignee) add(`w.assignee_id = ${bind('assignee', filters.assignee.person)}`)
  if (filters.agent) add(`w.assignee_agent_id = ${bind('agent', filters.agent)}`)
  whether(filters.blocked, () => blocked)
  whether(filters.ready, () => isReady(bind('now', now)))
  whether(filters.leased, () => `w.lease_until is not null and w.lease_until > ${bind('now', now)}`)
  if (filters.due_before) add(`w.due_on < ${bind('due_before', filters.due_before)}`)
  if (filters.due_after) add(`w.due_on > ${bind('due_after', filters.due_after)}`)
  if (filters.created_since) add(`w.created_at >= ${bind('created_since', filters.created_since)}`)
  if (filters.updated_since) add(`w.updated_at >= ${bind('updated_since', filters.updated_since)}`)
  if (filters.text)
    add(titled(bind('words', wordsOf(filters.text)), bind('projects', filters.projects ?? null), bind('most_titled', maxTitled)))
  return conditions
}

export const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

/** Every word, or the beginning of it, as `to_tsquery` reads it. */
function wordsOf(text: string): string {
  const words = text.replace(/['\\]/g, ' ').split(/\s+/).filter(Boolean)
  return words.map((word) => `'${word}':*`).join(' & ')
}
