import { useEffect, useMemo } from 'react'
import type { LiveEvent } from '../live/live.ts'
import { noteChanged } from '../live/positions.ts'
import { onAnswer, outbox, type Write } from '../writes/outbox.ts'
import { useStore } from '../store.ts'
import { showItem } from './items.ts'
import { applyPatch, isClosed, type Task } from './task-patch.ts'
import { changeName, TaskStore } from './task-store.ts'
import { onAnother } from '../current-user.ts'

const stores = new Map<string, TaskStore>()
onAnother(() => stores.clear())

export function taskStore(organization: string, project: string): TaskStore {
  const name = `${organization} ${project}`
  let store = stores.get(name)
  if (!store) stores.set(name, (store = new TaskStore(organization, project)))
  return store
}

const free = { lease_holder: null, lease_until: null, lease_agent_id: null, blocked: false, open_questions: 0 }

onAnswer(({ organization, patch }, answer) => {
  if (!patch) return
  const { task, item, items } = (answer ?? {}) as { task?: Task; item?: Task; items?: Task[] }
  const one = task ?? item ?? (answer as Task)
  const rows = items ?? ('id' in one && 'status' in one ? [one] : [])
  for (const row of rows) showItem(organization, row.id, { ...patch.fields, ...patch.each?.[row.id], ...row })
  const tasks = rows.filter(({ kind }) => kind === 'task').map((row) => ({ ...free, ...row }))
  const store = taskStore(organization, patch.project)
  // A task that was moved to another project leaves this store.
  const isHere = (row: Task) => !row.deleted_at && (!store.projectId || row.project_id === store.projectId)
  store.put(
    tasks.filter(isHere),
    tasks.filter((row) => !isHere(row)),
  )
})

/**
 * The rows stored in this browser don't have this change, whether the project is open or not: an open one is stored again only two seconds
 * later, and a page that is left before then has already stored how far it has followed the log.
 */
const noteRows = (organization: string, { project_id, seq }: LiveEvent): void => {
  if (project_id) noteChanged(organization, 'organization', [changeName(project_id)], seq)
}

/** Applies a task event to the store of its project, if that is open. */
export function applyTaskEvent(organization: string, event: LiveEvent): void {
  const { type, project_id, data } = event
  if (!type.startsWith('task.')) return
  noteRows(organization, event)
  const here = [...stores.values()].filter((one) => one.organization === organization)
  const store = here.find((one) => one.projectId === project_id)
  const item = data['item'] as Task | undefined
  // A blocker can be in another project. In its own project, the store itself notices when it closes or reopens.
  const frees = type === 'task.deleted' || type === 'task.restored' || (type === 'task.updated' && item && isClosed(item))
  if (frees) for (const one of here) if (one !== store || type === 'task.restored') one.readBlockedAgain()
  if (!store) return
  if (type === 'task.ranks_renewed') void store.load(true)
  else if (item && (type === 'task.deleted' || type === 'task.left')) store.hear([], [item])
  else if (item) store.hear([item])
}

/** Applies an event that changes what a row of a task shows without changing the task: a question that was asked or answered there. */
export function applyBesideTask(organization: string, event: LiveEvent): void {
  const { project_id, subject_id } = event
  noteRows(organization, event)
  const store = [...stores.values()].find((one) => one.organization === organization && one.projectId === project_id)
  if (store && subject_id) store.readQuestionsAgain(subject_id)
}

/** Reloads stores that are on screen now, and drops the others so that they reload when opened. */
export function reloadTasks(organization: string): void {
  for (const [name, store] of stores)
    if (store.organization === organization) {
      if (watched.has(store)) void store.load(true)
      else stores.delete(name)
    }
}

/** How many pages show each store. */
const watched = new Map<TaskStore, number>()
function watch(store: TaskStore): () => void {
  watched.set(store, (watched.get(store) ?? 0) + 1)
  return () => {
    const left = (watched.get(store) ?? 1) - 1
    if (left > 0) watched.set(store, left)
    else watched.delete(store)
  }
}

interface Tasks {
  tasks: Task[]
  /** `opened`: the requested rows are loaded. `whole`: all rows are. */
  opened: boolean
  whole: boolean
  /** Totals by status, including rows that are not loaded. */
  counts: Readonly<Partial<Record<Task['status'], number>>>
  failed: Error | null
  reload(): void
  /** Reads the next page of a status. */
  more(status: Task['status']): void
}

type Shown = ReadonlyMap<string, Task>

function withPending(rows: Shown, pending: readonly Write[], organization: string, project: string): Shown {
  const patches = pending.filter((one) => one.organization === organization && one.patch?.project === project && one.refused === undefined)
  if (patches.length === 0) return rows
  const shown = new Map(rows)
  for (const { patch } of patches) if (patch) applyPatch(shown, patch)
  return shown
}

/** A project's tasks with pending writes already applied. */
export const currentTasks = (organization: string, project: string): Shown =>
  withPending(taskStore(organization, project).state.get().rows, outbox.get(), organization, project)

/** The same as a hook; loads `all` tasks, or only as many of each status as a board opens with. */
export function useTasks(organization: string, project: string, all: boolean): Tasks {
  const store = taskStore(organization, project)
  const { rows, opened, whole, counts, failed } = useStore(store.state)
  const pending = useStore(outbox)
  useEffect(() => watch(store), [store])
  useEffect(() => void (all ? store.loadAll() : store.load()), [store, all])
  const [tasks, counted] = useMemo(() => {
    const list = [...withPending(rows, pending, organization, project).values()]
    return [list, withMoved(counts, rows, list)]
  }, [rows, counts, pending, organization, project])
  return { tasks, opened, whole, counts: counted, failed, reload: () => void store.load(true), more: (status) => void store.more(status) }
}

/** Adjusts the totals for pending writes: a task counts in the column it is moving to. */
function withMoved(counts: Tasks['counts'], rows: Shown, tasks: readonly Task[]): Tasks['counts'] {
  const moved = { ...counts }
  const add = ({ status }: Task, by: number) => (moved[status] = (moved[status] ?? 0) + by)
  for (const task of tasks) {
    const before = rows.get(task.id)
    if (before?.status === task.status) continue
    if (before) add(before, -1)
    add(task, 1)
  }
  const here = new Set(tasks.length < rows.size ? tasks.map(({ id }) => id) : [])
  if (tasks.length < rows.size) for (const row of rows.values()) if (!here.has(row.id)) add(row, -1)
  return moved
}
