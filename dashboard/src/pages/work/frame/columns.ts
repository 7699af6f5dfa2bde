import type { People } from '../../../data/people.ts'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { taskPriorities, taskStatuses, type TaskPriority, type TaskStatus } from '../../../ui/marks/task-marks.tsx'
import type { GroupBy } from './search.ts'

/** A group of tasks that have one thing in common. */
export interface Column {
  /** A status, a priority, `none`, or the id of a person or agent. */
  value: string
  title: string
  agent: boolean
  tasks: Task[]
}

type Face = Omit<Column, 'tasks'>

function facesOf(group: GroupBy, tasks: readonly Task[], people: People): Face[] {
  if (group === 'status') return Object.entries(taskStatuses).map(([value, { word }]) => ({ value, title: word, agent: false }))
  if (group === 'priority') return Object.entries(taskPriorities).map(([value, { word }]) => ({ value, title: word, agent: false }))
  const busy = new Set(tasks.map((task) => task.assignee_agent_id ?? task.assignee_id ?? 'none'))
  return [
    { value: 'none', title: 'Unassigned', agent: false },
    ...people.members.map((one) => ({ value: one.user_id, title: one.name, agent: false })),
    ...people.agents.filter((one) => busy.has(one.id)).map((one) => ({ value: one.id, title: one.name, agent: true })),
  ]
}

export const valueOf = (task: Task, group: GroupBy): string =>
  group === 'assignee' ? (task.assignee_agent_id ?? task.assignee_id ?? 'none') : task[group]

/** The tasks as they stand in columns; the order within one is the order they come in. */
export function columnsOf(group: GroupBy, tasks: readonly Task[], people: People): Column[] {
  const columns = new Map(facesOf(group, tasks, people).map((face) => [face.value, { ...face, tasks: [] as Task[] }]))
  for (const task of tasks) {
    const value = valueOf(task, group)
    let column = columns.get(value)
    if (!column) {
      const { name, kind } = people.actor(task.assignee_id, task.assignee_agent_id)
      columns.set(value, (column = { value, title: name, agent: kind === 'agent', tasks: [] }))
    }
    column.tasks.push(task)
  }
  return [...columns.values()]
}

/** What a task must be changed to so that it stands in this column. */
export function fieldsOf(group: GroupBy, column: Pick<Column, 'value' | 'agent'>): Partial<Task> {
  const { value, agent } = column
  if (group === 'status') return { status: value as TaskStatus }
  if (group === 'priority') return { priority: value as TaskPriority }
  if (value === 'none') return { assignee_id: null, assignee_agent_id: null }
  return agent ? { assignee_id: null, assignee_agent_id: value } : { assignee_id: value, assignee_agent_id: null }
}
