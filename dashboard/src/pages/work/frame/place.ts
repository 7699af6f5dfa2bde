import type { Task } from '../../../data/tasks/task-patch.ts'

/** Between which two a task shall stand. */
export interface Place {
  after?: Task | undefined
  before?: Task | undefined
}

/** The place at `index` among these, as if the task were not one of them. */
export function placeAt(tasks: readonly Task[], index: number, moved: string): Place {
  const others = tasks.filter((one) => one.id !== moved)
  const at = Math.max(0, Math.min(others.length, index))
  return { after: others[at - 1], before: others[at] }
}
