import { byRank } from '../../../data/tasks/order.ts'
import { isHeld, type Task } from '../../../data/tasks/task-patch.ts'
import type { People } from '../../../data/people.ts'
import type { Filters, Sort, Trait } from './search.ts'

/** What can be started now, by the same rule as on the server. */
const isReady = (task: Task, now: number): boolean =>
  !task.blocked &&
  !isHeld(task, now) &&
  (task.status === 'backlog' || task.status === 'todo' || (task.status === 'in_progress' && task.lease_until !== null))

const isThere: Record<Trait, (task: Task) => boolean> = {
  assignee: (task) => task.assignee_id !== null || task.assignee_agent_id !== null,
  label: (task) => task.labels.length > 0,
  due: (task) => task.due_on !== null,
  estimate: (task) => task.estimate !== null,
  parent: (task) => task.parent_id !== null,
}

/** Whether a task is assigned to one of these: a handle, an agent's slug, `me` or `none`. */
function assigned(names: readonly string[], people: People): (task: Task) => boolean {
  const ids = new Set(
    names.map((name) => {
      if (name === 'none') return null
      const person = name === 'me' ? people.me : people.members.find(({ handle }) => handle === name)?.user_id
      return person ?? people.agents.find(({ slug }) => slug === name)?.id ?? ''
    }),
  )
  return (task) => ids.has(task.assignee_agent_id ?? task.assignee_id)
}

/** Whether a task matches the filters, by the same rules as on the server. */
export function matcher(filters: Filters, people: People, now: number): (task: Task) => boolean {
  const {
    status,
    priority,
    assignee,
    label,
    blocked,
    ready,
    leased,
    due_before,
    due_after,
    milestone,
    text,
    has = [],
    has_no = [],
  } = filters
  const { status_not, priority_not, assignee_not, label_not } = filters
  const isAssigned = assignee && assigned(assignee, people)
  const isNotWanted = assignee_not && assigned(assignee_not, people)
  const wanted = text?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  return (task) =>
    (!status || status.includes(task.status)) &&
    !status_not?.includes(task.status) &&
    (!priority || priority.includes(task.priority)) &&
    !priority_not?.includes(task.priority) &&
    (!isAssigned || isAssigned(task)) &&
    !isNotWanted?.(task) &&
    (!label || label.every((one) => task.labels.includes(one))) &&
    !label_not?.some((one) => task.labels.includes(one)) &&
    has.every((trait) => isThere[trait](task)) &&
    !has_no.some((trait) => isThere[trait](task)) &&
    (blocked === undefined || task.blocked === blocked) &&
    (ready === undefined || isReady(task, now) === ready) &&
    (leased === undefined || isHeld(task, now) === leased) &&
    (due_before === undefined || (task.due_on !== null && task.due_on < due_before)) &&
    (due_after === undefined || (task.due_on !== null && task.due_on > due_after)) &&
    (milestone === undefined || (task.milestone_id ?? 'none') === milestone) &&
    wanted.every((word) => task.title.toLowerCase().includes(word) || task.key.toLowerCase().includes(word))
}

const weight = { urgent: 0, high: 1, medium: 2, low: 3, none: 4 }
const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export const orders: Record<Sort, (a: Task, b: Task) => number> = {
  rank: byRank,
  priority: (a, b) => weight[a.priority] - weight[b.priority] || byRank(a, b),
  due: (a, b) => text(a.due_on ?? '9999', b.due_on ?? '9999') || byRank(a, b),
  updated: (a, b) => text(b.updated_at, a.updated_at),
  newest: (a, b) => b.number - a.number,
}
