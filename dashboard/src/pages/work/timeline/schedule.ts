import type { Fields } from '../../../data/tasks/edit-tasks.ts'
import { isClosed, type Task } from '../../../data/tasks/task-patch.ts'
import { addDays } from '../frame/days.ts'

export type Edge = 'both' | 'start' | 'end'
type Dates = Pick<Task, 'start_on' | 'due_on'>

/** The days that a task spans: without a start date it is a point on its due day, without a due date one on its first. */
export function daysOf({ start_on, due_on }: Dates): { first: string; last: string } | null {
  const first = start_on ?? due_on
  return first === null ? null : { first, last: due_on ?? first }
}

/** The new dates after dragging it, or one of its ends, by this many days. An end stops at the other one. */
export function moved(task: Dates, edge: Edge, by: number): Fields {
  const days = daysOf(task)
  if (!days || by === 0) return {}
  const { first, last } = days
  if (edge === 'both') {
    return {
      ...(task.start_on && { start_on: addDays(task.start_on, by) }),
      ...(task.due_on && { due_on: addDays(task.due_on, by) }),
    }
  }
  const start_on = edge === 'start' ? addDays(first, by) : first
  const due_on = edge === 'end' ? addDays(last, by) : last
  if (start_on > due_on) return edge === 'start' ? { start_on: last } : { due_on: first }
  return {
    ...(start_on !== task.start_on && { start_on }),
    ...(due_on !== task.due_on && { due_on }),
  }
}

/** The task starts before its blocker ends, and both are still open. */
export function conflicts(task: Task, blocker: Task): boolean {
  const [own, other] = [daysOf(task), daysOf(blocker)]
  return own !== null && other !== null && !isClosed(task) && !isClosed(blocker) && own.first < other.last
}
