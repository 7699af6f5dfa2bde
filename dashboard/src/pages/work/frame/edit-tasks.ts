import type { Input } from '@baton/client'
import { act } from '../../../data/writes/act.ts'
import { connection } from '../../../data/live/connection.ts'
import { createStore } from '../../../data/store.ts'
import { toast } from '../../../data/toast.ts'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { plural } from '../../../ui/format.ts'
import { taskPriorities, taskStatuses } from '../../../ui/marks/task-marks.tsx'
import type { Place } from './place.ts'
import { isHeld } from './matches.ts'
import { rankBetween } from './rank-between.ts'

/** The fields of a task that are changed in lists. */
export type Fields = Partial<
  Pick<Task, 'title' | 'status' | 'priority' | 'labels' | 'due_on' | 'assignee_id' | 'assignee_agent_id' | 'parent_id'>
>
type Wire = Omit<Input<'updateTask'>, 'task'>

const mostAtOnce = 100
const text = new Set(['title'])

/** How to take the last change back, for the key of it. */
export const lastUndo = createStore<(() => void) | null>(null)

/** As the server wants to be told. */
function wire({ assignee_id, assignee_agent_id, parent_id, ...rest }: Fields): Wire {
  const fields: Wire = { ...rest }
  if (assignee_agent_id) fields.assignee_agent = assignee_agent_id
  else if (assignee_id) fields.assignee = assignee_id
  else if (assignee_id === null) Object.assign(fields, { assignee: null, assignee_agent: null })
  if (parent_id !== undefined) fields.parent = parent_id
  return fields
}

/** A person's change of status or assignee ends whatever lease there is. */
const shownAs = (fields: Fields): Partial<Task> =>
  fields.status !== undefined || fields.assignee_id !== undefined
    ? { ...fields, lease_holder: null, lease_until: null, lease_agent_id: null }
    : fields

const endsLease = (fields: Fields): boolean =>
  fields.status !== undefined || fields.assignee_id !== undefined || fields.assignee_agent_id !== undefined

/** What an agent works on is not taken from it in passing: the card stays until the person says so. Answers whether it waits for that. */
function asksFirst(tasks: readonly Task[], fields: Fields, go: () => void): boolean {
  const held = endsLease(fields) ? tasks.filter((task) => task.lease_agent_id !== null && isHeld(task, Date.now())) : []
  const [first] = held
  if (!first) return false
  const what = held.length === 1 ? `An agent is working on ${first.key}` : `Agents are working on ${plural(held.length, 'task')}`
  toast.warning(`${what}. Changing it ends the lease and notifies the agent.`, { action: { label: 'Change anyway', onClick: go } })
  return true
}

/** What was written without seeing the newest, and every text, must not go over what another wrote. */
const guard = (task: Task, fields: Fields) =>
  (connection.get() !== 'live' || Object.keys(fields).some((name) => text.has(name))) && task.version > 0 ? { version: task.version } : {}

const before = (task: Task, fields: Fields): Fields =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, task[name as keyof Fields]])) as Fields

function says(fields: Fields): string {
  if (fields.status) return `to ${taskStatuses[fields.status].word}`
  if (fields.priority) return `to ${taskPriorities[fields.priority].word.toLowerCase()}`
  if (fields.title !== undefined) return `to “${fields.title}”`
  if (fields.labels) return `to the labels ${fields.labels.join(', ') || 'none'}`
  if (fields.due_on !== undefined) return fields.due_on ? `to be due on ${fields.due_on}` : 'to have no due date'
  if (fields.parent_id !== undefined) return 'to another parent'
  return fields.assignee_id || fields.assignee_agent_id ? 'to another assignee' : 'to nobody'
}

export class EditTasks {
  readonly #organization: string
  readonly #project: string

  constructor(organization: string, project: string) {
    this.#organization = organization
    this.#project = project
  }

  #at(tasks: readonly Task[], fields: Partial<Task>) {
    return { project: this.#project, tasks: tasks.map(({ id }) => id), fields }
  }

  edit(tasks: readonly Task[], fields: Fields, quietly = false, sure = quietly): void {
    const changed = tasks.filter((task) =>
      Object.entries(fields).some(([name, value]) => String(task[name as keyof Task]) !== String(value)),
    )
    const [first] = changed
    if (!first) return
    if (!sure && asksFirst(changed, fields, () => this.edit(tasks, fields, quietly, true))) return
    const organization = this.#organization
    const takeBack = () => {
      for (const task of changed) this.edit([{ ...task, ...fields, version: 0 }], before(task, fields), true)
    }
    if (!quietly) lastUndo.set(() => takeBack)
    if (changed.length === 1) {
      const label = `Change ${first.key} ${says(fields)}`
      const input = { task: first.id, ...wire(fields), ...guard(first, fields) }
      return void act({ organization, operation: 'updateTask', input, label, patch: this.#at(changed, shownAs(fields)) })
    }
    const { title: _, ...changes } = wire(fields)
    for (let at = 0; at < changed.length; at += mostAtOnce) {
      const some = changed.slice(at, at + mostAtOnce)
      void act({
        organization,
        operation: 'updateTasks',
        input: { tasks: some.map(({ id }) => id), changes: changes as Input<'updateTasks'>['changes'] },
        label: `Change ${plural(some.length, 'task')} ${says(fields)}`,
        patch: this.#at(some, shownAs(fields)),
        done: `${plural(some.length, 'task')} changed ${says(fields)}`,
        undo: () => {
          takeBack()
          return []
        },
      })
    }
  }

  /** Adds a label to all of them, or takes it off all. */
  label(tasks: readonly Task[], label: string): void {
    const add = !tasks.every((task) => task.labels.includes(label))
    const other = (task: Task) => (add ? [...new Set([...task.labels, label])] : task.labels.filter((one) => one !== label))
    const [first] = tasks
    if (tasks.length === 1 && first) return this.edit(tasks, { labels: other(first) })
    void act({
      organization: this.#organization,
      operation: 'updateTasks',
      input: { tasks: tasks.slice(0, mostAtOnce).map(({ id }) => id), changes: add ? { add_labels: [label] } : { remove_labels: [label] } },
      label: `${add ? 'Label' : 'Take the label off'} ${plural(tasks.length, 'task')}: ${label}`,
      patch: { ...this.#at(tasks, {}), each: Object.fromEntries(tasks.map((task) => [task.id, { labels: other(task) }])) },
    })
  }

  /** To another place: behind or before another task, and perhaps in another column. */
  move(task: Task, fields: Fields, place: Place, sure = false): void {
    const changed = before(task, fields)
    const ends = Object.entries(fields).some(([name, value]) => String(changed[name as keyof Fields]) !== String(value))
    if (!sure && ends && asksFirst([task], fields, () => this.move(task, fields, place, true))) return
    const { after, before: upper } = place
    const rank = rankBetween(after?.rank, upper?.rank)
    const { status, ...rest } = fields
    if (Object.keys(rest).length > 0) this.edit([task], rest, true)
    const anchor = after ? { after: after.id } : upper ? { before: upper.id } : {}
    const word = status && status !== task.status ? `to ${taskStatuses[status].word}` : 'to another place'
    const input = { task: task.id, ...anchor, ...(status && { status }), ...guard(task, fields) }
    const shown = { ...(after || upper ? { rank } : {}), ...(status && status !== task.status ? shownAs({ status }) : {}) }
    lastUndo.set(() => () => {
      this.edit([{ ...task, ...fields, version: 0 }], before(task, fields), true)
    })
    if (!after && !upper && !status) return
    void act({
      organization: this.#organization,
      operation: 'moveTask',
      input,
      label: `Move ${task.key} ${word}`,
      patch: this.#at([task], shown),
    })
  }

  remove(tasks: readonly Task[]): void {
    for (const task of tasks)
      void act({
        organization: this.#organization,
        operation: 'deleteTask',
        input: { task: task.id },
        label: `Delete ${task.key}`,
        patch: { project: this.#project, tasks: [task.id], remove: true },
        done: `${task.key} deleted`,
        undo: () => ({
          organization: this.#organization,
          operation: 'restoreItem',
          input: { item: task.id, kind: 'task' },
          label: `Restore ${task.key}`,
          patch: { project: this.#project, tasks: [], create: task },
        }),
      })
  }
}
