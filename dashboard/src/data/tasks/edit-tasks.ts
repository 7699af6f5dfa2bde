import type { Input } from '@baton/client'
import { useMemo } from 'react'
import { connection } from '../live/connection.ts'
import { useOrganization } from '../organization.ts'
import { createStore } from '../store.ts'
import { toast } from '../toast.ts'
import { act } from '../writes/act.ts'
import { revise } from '../writes/outbox.ts'
import { removeBranch, restoreItem, updateBranch } from './edit-branches.ts'
import type { Item } from './items.ts'
import { placesOf, rankBetween, waysBack, type DropTarget } from './order.ts'
import { draftTask, isHeld, type Drafted, type Task } from './task-patch.ts'
import { priorityWords, statusWords, tasksWord } from './task-words.ts'
import { currentTasks } from './tasks.ts'

/** The fields of a task that people edit, in the form the task has them. */
type Stored = Pick<
  Item,
  | 'title'
  | 'description'
  | 'status'
  | 'priority'
  | 'labels'
  | 'estimate'
  | 'start_on'
  | 'due_on'
  | 'milestone_id'
  | 'assignee_id'
  | 'assignee_agent_id'
  | 'parent_id'
  | 'blocked_by'
  | 'links'
>
/** Derived fields, shown until the server's answer arrives. */
type Shown = Pick<Item, 'parents' | 'assignee' | 'assignee_agent'>
export type Fields = Partial<Stored & Shown>
/** A row of a list, or an item of any kind from its own page. */
export type Editable = Task & Partial<Item>

type Wire = Omit<Input<'updateTask'>, 'task'>
type Changes = Input<'updateTasks'>['changes']

const maxAtOnce = 100
const texts = new Set(['title', 'description'])
/** Fields that the server returns in a form that can't be compared with the earlier value. */
const uncompared = new Set(['blocked_by', 'links', 'parents', 'assignee', 'assignee_agent'])

const lastUndo = createStore<(() => void) | null>(null)

/** Registers the undo of a change that was made elsewhere than in this class. */
export const offerUndo = (takeBack: () => void): void => lastUndo.set(() => takeBack)

/** Undoes the last change, once. */
export function undoLast(): void {
  const takeBack = lastUndo.get()
  lastUndo.set(null)
  takeBack?.()
}

const linkName = ({ kind, ref, version }: Item['links'][number]) => `${kind}:${ref}${version ? `@${version}` : ''}`

/** Converts fields to the operation's input. */
function wire(fields: Fields): Wire {
  const { assignee_id, assignee_agent_id, parent_id, milestone_id, blocked_by, links, ...others } = fields
  const { assignee: _, assignee_agent: __, parents: ___, ...rest } = others
  const told: Wire = { ...rest }
  if (assignee_agent_id) told.assignee_agent = assignee_agent_id
  else if (assignee_id) told.assignee = assignee_id
  else if (assignee_id === null) Object.assign(told, { assignee: null, assignee_agent: null })
  if (parent_id !== undefined) told.parent = parent_id
  if (milestone_id !== undefined) told.milestone = milestone_id
  if (blocked_by) told.blocked_by = blocked_by.map(({ key }) => key)
  if (links) told.links = links.map(linkName)
  return told
}

const endsLease = (fields: Fields): boolean =>
  fields.status !== undefined || fields.assignee_id !== undefined || fields.assignee_agent_id !== undefined
const noLease = { lease: null, lease_holder: null, lease_until: null, lease_agent_id: null }

/** If a person changes the status or the assignee, any lease ends. */
const shownAs = (fields: Fields): Partial<Task> => (endsLease(fields) ? { ...fields, ...noLease } : fields)

/** Asks for confirmation before a change takes a task from an agent that is working on it. Returns whether it did ask. */
function asksFirst(tasks: readonly Task[], fields: Fields, go: () => void): boolean {
  const held = endsLease(fields) ? tasks.filter((task) => task.lease_agent_id !== null && isHeld(task, Date.now())) : []
  const [first] = held
  if (!first) return false
  const what = held.length === 1 ? `An agent is working on ${first.key}` : `Agents are working on ${tasksWord(held.length)}`
  toast.warning(`${what}. Changing it ends the lease and notifies the agent.`, { action: { label: 'Change anyway', onClick: go } })
  return true
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const differs = (task: Editable, fields: Fields): boolean =>
  Object.entries(fields).some(([name, value]) => !same(task[name as keyof Fields], value))
const before = (task: Editable, fields: Fields): Fields =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, task[name as keyof Fields]])) as Fields

/** A text never overwrites one its author has not seen. Without a live connection, that holds for every field. */
function basedOn(task: Editable, fields: Fields): { version?: number; base?: Partial<Task> } {
  const names = Object.keys(fields)
  if (task.version === 0 || (connection.get() === 'live' && !names.some((name) => texts.has(name)))) return {}
  const base = Object.entries(before(task, fields)).filter(([name]) => !uncompared.has(name))
  return { version: task.version, base: Object.fromEntries(base) as Partial<Task> }
}

function says(fields: Fields): string {
  if (fields.status) return `to ${statusWords[fields.status]}`
  if (fields.priority) return `to ${priorityWords[fields.priority].toLowerCase()}`
  if (fields.title !== undefined) return `to “${fields.title}”`
  if (fields.labels) return `to the labels ${fields.labels.join(', ') || 'none'}`
  if (fields.start_on && fields.due_on) return `to run from ${fields.start_on} to ${fields.due_on}`
  if (fields.start_on !== undefined) return fields.start_on ? `to start on ${fields.start_on}` : 'to have no start date'
  if (fields.milestone_id !== undefined) return fields.milestone_id ? 'to a different milestone' : 'to no milestone'
  if (fields.due_on !== undefined) return fields.due_on ? `to be due on ${fields.due_on}` : 'to have no due date'
  if (fields.estimate !== undefined) return fields.estimate === null ? 'to have no estimate' : `to an estimate of ${fields.estimate}`
  if (fields.parent_id !== undefined) return 'to a different parent'
  if (fields.blocked_by) return 'to different dependencies'
  if (fields.links) return 'to different links'
  return fields.assignee_id || fields.assignee_agent_id ? 'to a different assignee' : 'to unassigned'
}

const labelOf = (what: string, fields: Fields): string =>
  fields.description === undefined ? `Change ${what} ${says(fields)}` : `Edit the description of ${what}`

interface How {
  /** This is itself an undo, so it can't be undone. */
  undoing?: boolean
  /** The user knows that an agent is working on it. */
  sure?: boolean
  /** Shown after the task's key, with Undo: what a key did to which task. */
  says?: string | undefined
}

/** The changes people make to a project's tasks, and to the stories and epics above them. */
export class EditTasks {
  readonly #organization: string
  readonly #project: string

  constructor(organization: string, project: string) {
    this.#organization = organization
    this.#project = project
  }

  #patch(tasks: readonly Task[], fields: Partial<Task>) {
    return { project: this.#project, tasks: tasks.map(({ id }) => id), fields }
  }

  /** Changes fields of the tasks, based on what the user saw: if a text has changed since, both versions are shown. */
  edit(tasks: readonly Editable[], fields: Fields, { undoing = false, sure = undoing, says: told }: How = {}): void {
    const changed = tasks.filter((task) => differs(task, fields))
    const [first] = changed
    if (!first) return
    if (!sure && asksFirst(changed, fields, () => this.edit(tasks, fields, { sure: true, says: told }))) return
    if (changed.length === 1) return this.#editOne(first, fields, undoing, told)
    const takeBack = () => this.#restore(changed, fields)
    if (!undoing) lastUndo.set(() => takeBack)
    this.#editMany(changed, wire(fields) as Changes, {
      label: (count) => labelOf(tasksWord(count), fields),
      done: undoing ? undefined : `${tasksWord(changed.length)} changed ${says(fields)}`,
      shown: () => shownAs(fields),
      takeBack,
    })
  }

  #editOne(task: Editable, fields: Fields, undoing: boolean, told?: string): void {
    const { version, base } = basedOn(task, fields)
    const input = { ...wire(fields), ...(version !== undefined && { version }) }
    const rest = {
      organization: this.#organization,
      label: labelOf(task.key, fields),
      patch: this.#patch([task], shownAs(fields)),
      ...(base && { base }),
    }
    const sent =
      task.kind === 'task'
        ? act({ ...rest, operation: 'updateTask', input: { task: task.id, ...input } })
        : updateBranch({ ...rest, project: this.#project, branch: task, input })
    if (undoing) return
    // Undo is based on the version this change produces, so it never overwrites a later change by somebody else.
    let after = task.version
    void sent.then((answer) => (after = answer?.version ?? after))
    const takeBack = () => this.edit([{ ...task, ...fields, version: after }], before(task, fields), { undoing: true })
    lastUndo.set(() => takeBack)
    if (told) toast.success(`${task.key}: ${told}`, { action: { label: 'Undo', onClick: takeBack } })
  }

  /** Restores each task's previous values, with one call for all that had the same ones. */
  #restore(tasks: readonly Editable[], fields: Fields): void {
    for (const some of Map.groupBy(tasks, (task) => JSON.stringify(before(task, fields))).values())
      if (some[0])
        this.edit(
          some.map((task) => ({ ...task, ...fields, version: 0 })),
          before(some[0], fields),
          { undoing: true },
        )
  }

  #editMany(
    tasks: readonly Task[],
    changes: Changes,
    how: { label(count: number): string; done?: string | undefined; shown(task: Task): Partial<Task>; takeBack(): void },
  ): void {
    const parts = Array.from({ length: Math.ceil(tasks.length / maxAtOnce) }, (_, at) => tasks.slice(at * maxAtOnce, (at + 1) * maxAtOnce))
    const sent = parts.map((some) =>
      act({
        organization: this.#organization,
        operation: 'updateTasks',
        input: { tasks: some.map(({ id }) => id), changes },
        label: how.label(some.length),
        patch: { ...this.#patch(some, {}), each: Object.fromEntries(some.map((task) => [task.id, how.shown(task)])) },
      }),
    )
    void Promise.all(sent).then((answers) => {
      if (how.done && answers.some(Boolean)) toast.success(how.done, { action: { label: 'Undo', onClick: how.takeBack } })
    })
  }

  /** Adds a label to all of the tasks, or removes it if all have it. */
  label(tasks: readonly Task[], label: string): void {
    const add = !tasks.every((task) => task.labels.includes(label))
    const changed = tasks.filter((task) => task.labels.includes(label) !== add)
    const other = (task: Task) => (add ? [...task.labels, label] : task.labels.filter((one) => one !== label))
    const [first] = changed
    if (!first) return
    if (changed.length === 1) return this.edit(changed, { labels: other(first) }, { says: `label ${label} ${add ? 'added' : 'removed'}` })
    const takeBack = () => {
      for (const some of Map.groupBy(changed, (task) => task.labels.join('\n')).values())
        this.edit(
          some.map((task) => ({ ...task, labels: other(task), version: 0 })),
          { labels: some[0]?.labels ?? [] },
          { undoing: true },
        )
    }
    lastUndo.set(() => takeBack)
    this.#editMany(changed, add ? { add_labels: [label] } : { remove_labels: [label] }, {
      label: (count) => `${add ? 'Add' : 'Remove'} the label ${label}: ${tasksWord(count)}`,
      shown: (task) => ({ labels: other(task) }),
      takeBack,
    })
  }

  /** Moves tasks, in their order, after or before another task, and possibly to another column. */
  move(tasks: readonly Task[], fields: Fields, target: DropTarget, sure = false): void {
    if (
      !sure &&
      asksFirst(
        tasks.filter((task) => differs(task, fields)),
        fields,
        () => this.move(tasks, fields, target, true),
      )
    )
      return
    const places = placesOf(currentTasks(this.#organization, this.#project).values(), tasks)
    let { after } = target
    for (const task of tasks) {
      const rank = rankBetween(after?.rank, target.before?.rank)
      this.#moveOne(task, fields, { after, before: target.before }, rank)
      if (after ?? target.before) after = { ...task, rank }
    }
    lastUndo.set(() => () => this.#moveBack(places, fields))
  }

  #moveOne(task: Task, fields: Fields, { after, before: upper }: DropTarget, rank: string): void {
    const { status, ...rest } = fields
    if (differs(task, rest)) this.#editOne(task, rest, true)
    const moves = status !== undefined && status !== task.status
    if (!after && !upper && !moves) return
    const { version, base } = basedOn(task, moves ? { status } : {})
    const anchor = after ? { after: after.id } : upper ? { before: upper.id } : {}
    void act({
      organization: this.#organization,
      operation: 'moveTask',
      input: { task: task.id, ...anchor, ...(moves && { status }), ...(version !== undefined && { version }) },
      label: `Move ${task.key} ${moves ? says({ status }) : 'to a new position'}`,
      patch: this.#patch([task], { ...(after || upper ? { rank } : {}), ...(moves && shownAs({ status })) }),
      ...(base && { base }),
    })
  }

  /** Moves tasks back to their previous positions and fields, as far as those positions still exist. */
  #moveBack(places: ReturnType<typeof placesOf>, fields: Fields): void {
    const now = currentTasks(this.#organization, this.#project)
    for (const { task, target, rank } of waysBack(places, now))
      this.#moveOne({ ...task, ...fields, version: 0 }, before(task, fields), target, rank)
  }

  /** `above` names the parent story or epic; `instead` a creation that still waits, which this one replaces. */
  create(
    fields: Drafted,
    { above = {}, tell = false, instead }: { above?: { epic?: string; story?: string }; tell?: boolean; instead?: string | undefined } = {},
  ): void {
    const { title, description, labels, start_on, due_on, milestone_id, assignee_id, assignee_agent_id } = fields
    const project = this.#project
    const spec = {
      organization: this.#organization,
      operation: 'createTask' as const,
      input: {
        project,
        ...above,
        title,
        status: fields.status,
        priority: fields.priority,
        ...(description?.trim() && { description }),
        ...(labels?.length && { labels }),
        ...(start_on && { start_on }),
        ...(due_on && { due_on }),
        ...(milestone_id && { milestone: milestone_id }),
        ...(assignee_agent_id ? { assignee_agent: assignee_agent_id } : assignee_id ? { assignee: assignee_id } : {}),
      },
      label: `Create “${title}”`,
      patch: { project, tasks: [], create: draftTask(fields) },
    }
    if (instead !== undefined && revise(instead, spec)) return
    void act({ ...spec, ...(tell && { done: `“${title}” created`, undo: (task: Task) => this.#deletion(task) }) })
  }

  #deletion({ id, key }: Pick<Task, 'id' | 'key'>) {
    const patch = { project: this.#project, tasks: [id], remove: true as const }
    return { organization: this.#organization, operation: 'deleteTask' as const, input: { task: id }, label: `Delete ${key}`, patch }
  }

  /** A deleted task keeps its rank. Resolves to whether any of them was deleted. */
  async remove(tasks: readonly Editable[]): Promise<boolean> {
    const where = { organization: this.#organization, project: this.#project }
    const [first] = tasks
    if (first && first.kind !== 'task') return removeBranch({ ...where, branch: first })
    const answers = await Promise.all(tasks.map((task) => act(this.#deletion(task))))
    const gone = tasks.filter((_, at) => answers[at])
    if (gone.length === 0) return false
    const takeBack = () => {
      for (const task of gone) void act(restoreItem(this.#organization, task, { project: this.#project, tasks: [], create: task }))
    }
    lastUndo.set(() => takeBack)
    const what = gone.length === 1 ? gone[0]?.key : tasksWord(gone.length)
    toast.success(`${what} deleted`, { action: { label: 'Undo', onClick: takeBack } })
    return true
  }

  /** Ends the task's lease, whoever holds it. */
  release(task: Task, words: { label: string; done: string }): void {
    const input = { action: 'release' as const, task: task.key }
    const patch = this.#patch([task], noLease as Partial<Task>)
    void act({ organization: this.#organization, operation: 'claimTask', input, patch, ...words })
  }
}

export function useEditTasks(project: string): EditTasks {
  const organization = useOrganization()
  return useMemo(() => new EditTasks(organization, project), [organization, project])
}
