import type { Output } from '@baton/client'

export type Task = Output<'updateTask'>

/** An optimistic change of tasks, shown until the server has answered. */
export interface TaskPatch {
  project: string
  /** Ids of the tasks. */
  tasks: string[]
  fields?: Partial<Task>
  /** Fields that differ from task to task, by id. */
  each?: Record<string, Partial<Task>>
  /** A new task; its id is temporary until the server assigns one. */
  create?: Task
  remove?: true
}

export function applyPatch(rows: Map<string, Task>, patch: TaskPatch): void {
  if (patch.create) rows.set(patch.create.id, patch.create)
  for (const id of patch.tasks) {
    const row = rows.get(id)
    if (!row) continue
    if (patch.remove) rows.delete(id)
    else rows.set(id, { ...row, ...patch.fields, ...patch.each?.[id] })
  }
}

const blank: Omit<Task, 'id' | 'key' | 'number' | 'title' | 'status' | 'priority' | 'rank' | 'version' | 'created_at' | 'updated_at'> = {
  kind: 'task',
  project_id: '',
  parent_id: null,
  description: '',
  labels: [],
  estimate: null,
  start_on: null,
  due_on: null,
  milestone_id: null,
  assignee: null,
  assignee_id: null,
  assignee_agent_id: null,
  completion_notes: null,
  created_by: '',
  created_by_agent_id: null,
  completed_at: null,
  deleted_at: null,
  lease_holder: null,
  lease_until: null,
  lease_agent_id: null,
  blocked: false,
  open_questions: 0,
  proof: 'none',
  proof_covers: [],
}

/** A task from a list row, which omits default values; texts other than the title come with its page. */
export const blankTask = (project_id: string, row: Output<'listTasks'>['items'][number]): Task => ({ ...blank, project_id, ...row }) as Task

export type Drafted = Pick<Task, 'title' | 'status' | 'priority'> & Partial<Task>

/** A new task as it is shown until the server has created it. */
export function draftTask(fields: Drafted): Task {
  const now = new Date().toISOString()
  return {
    id: crypto.randomUUID(),
    key: 'New',
    number: Number.MAX_SAFE_INTEGER,
    ...blank,
    // After every other task, where the server will put it.
    rank: '9999999999',
    created_at: now,
    updated_at: now,
    version: 0,
    ...fields,
  }
}

export const isClosed = ({ status }: Pick<Task, 'status'>): boolean => status === 'complete' || status === 'cancelled'

/** Progress by the rule that every screen uses: complete tasks out of all that are not cancelled. */
export function progressOf(tasks: readonly Pick<Task, 'status'>[]): { complete: number; total: number } {
  return {
    complete: tasks.filter(({ status }) => status === 'complete').length,
    total: tasks.filter(({ status }) => status !== 'cancelled').length,
  }
}

/** Due before today and not closed. */
export const isOverdue = (task: Pick<Task, 'status' | 'due_on'>, today: string): boolean =>
  task.due_on !== null && task.due_on < today && !isClosed(task)

export const isHeld = (task: Pick<Task, 'lease_until'>, now: number): boolean =>
  task.lease_until !== null && Date.parse(task.lease_until) > now

/** Not on the server yet, so it has no key and no page. */
export const isDraft = (task: Task): boolean => task.version === 0
