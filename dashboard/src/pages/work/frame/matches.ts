import { byRank } from '../../../data/tasks/order.ts'
import { isHeld, type Task } from '../../../data/tasks/task-patch.ts'
import type { People } from '../../../data/people.ts'
import type { Filters, Sort } from './search.ts'

/** What can be started now, by the same rule as the server's. */
const isReady = (task: Task, now: number): boolean =>
  !task.blocked &&
  !isHeld(task, now) &&
  (task.status === 'backlog' || task.status === 'todo' || (task.status === 'in_progress' && task.lease_until !== null))

/** Whether a task is among those wanted. */
export function matcher(filters: Filters, people: People, now: number): (task: Task) => boolean {
  const { status, priority, assignee, assignee_agent, label, blocked, ready, leased, due_before, due_after, text } = filters
  const person = assignee === 'me' ? people.me : people.members.find((one) => one.handle === assignee)?.user_id
  const agentOf = (slug: string | undefined) => people.agents.find((one) => one.slug === slug)?.id
  const agent = agentOf(assignee_agent)
  const isAssigned = (task: Task) => (person ? task.assignee_id === person : task.assignee_agent_id === (agentOf(assignee) ?? ''))
  const wanted = text?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  return (task) =>
    (!status || status.includes(task.status)) &&
    (!priority || priority.includes(task.priority)) &&
    (assignee === undefined || (assignee === 'none' ? task.assignee_id === null && task.assignee_agent_id === null : isAssigned(task))) &&
    (assignee_agent === undefined || task.assignee_agent_id === agent) &&
    (!label || label.every((one) => task.labels.includes(one))) &&
    (blocked === undefined || task.blocked === blocked) &&
    (ready === undefined || isReady(task, now) === ready) &&
    (leased === undefined || isHeld(task, now) === leased) &&
    (due_before === undefined || (task.due_on !== null && task.due_on < due_before)) &&
    (due_after === undefined || (task.due_on !== null && task.due_on > due_after)) &&
    wanted.every((word) => task.title.toLowerCase().includes(word) || task.key.toLowerCase() === word)
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
