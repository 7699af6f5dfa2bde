import { useEffect, useMemo } from 'react'
import { answersKept, entries } from '../device.ts'
import type { LiveEvent } from '../live/live.ts'
import { onAnswer, outbox, type Write } from '../writes/outbox.ts'
import { useStore } from '../store.ts'
import { showItem } from './items.ts'
import { applyPatch, isClosed, type Task } from './task-patch.ts'
import { TaskStore } from './task-store.ts'
import { onAnother } from '../current-user.ts'

const stores = new Map<string, TaskStore>()
onAnother(() => stores.clear())

export function taskStore(organization: string, project: string): TaskStore {
  const name = `${organization} ${project}`
  let store = stores.get(name)
  if (!store) stores.set(name, (store = new TaskStore(organization, project)))
  return store
}

export async function restoreTasks(): Promise<void> {
  const kept = await entries<string, { tasks?: Task[] }>(answersKept).catch(() => [])
  for (const [name, { tasks }] of kept) {
    const [kind, organization, project] = name.split(' ')
    if (kind !== 'tasks' || !organization || !project || !tasks) continue
    const store = taskStore(organization, project)
    store.projectId = tasks[0]?.project_id
    store.put(tasks)
  }
}

const free = { lease_holder: null, lease_until: null, lease_agent_id: null, blocked: false }

onAnswer(({ organization, patch }, answer) => {
  if (!patch) return
  const { task, item, items } = (answer ?? {}) as { task?: Task; item?: Task; items?: Task[] }
  const one = task ?? item ?? (answer as Task)
  const rows = items ?? ('id' in one && 'status' in one ? [one] : [])
  for (const row of rows) showItem(organization, row.id, { ...patch.fields, ...patch.each?.[row.id], ...row })
  const tasks = rows.filter(({ kind }) => kind === 'task').map((row) => ({ ...free, ...row }))
  const store = taskStore(organization, patch.project)
  // What was moved to another project is no longer here.
  const isHere = (row: Task) => !row.deleted_at && (!store.projectId || row.project_id === store.projectId)
  store.put(
    tasks.filter(isHere),
    tasks.filter((row) => !isHere(row)),
  )
})

/** What the log says of tasks, applied to the project it happened in, if that is open here. */
export function applyTaskEvent(organization: string, { type, project_id, data }: LiveEvent): void {
  if (!type.startsWith('task.')) return
  const here = [...stores.values()].filter((one) => one.organization === organization)
  const store = here.find((one) => one.projectId === project_id)
  const item = data['item'] as Task | undefined
  // A blocker may stand in another project; in its own the store sees it open or close.
  const frees = type === 'task.deleted' || type === 'task.restored' || (type === 'task.updated' && item && isClosed(item))
  if (frees) for (const one of here) if (one !== store || type === 'task.restored') one.readBlockedAgain()
  if (!store) return
  if (type === 'task.ranks_renewed') void store.load(true)
  else if (item && (type === 'task.deleted' || type === 'task.left')) store.hear([], [item])
  else if (item) store.hear([item])
}

export function reloadTasks(organization: string): void {
  for (const store of stores.values()) if (store.organization === organization) void store.load(true)
}

interface Tasks {
  tasks: Task[]
  whole: boolean
  failed: Error | null
  reload(): void
}

type Shown = ReadonlyMap<string, Task>

function withPending(rows: Shown, pending: readonly Write[], organization: string, project: string): Shown {
  const patches = pending.filter((one) => one.organization === organization && one.patch?.project === project && one.refused === undefined)
  if (patches.length === 0) return rows
  const shown = new Map(rows)
  for (const { patch } of patches) if (patch) applyPatch(shown, patch)
  return shown
}

/** The tasks of a project with what is still on its way to the server already done. */
export const currentTasks = (organization: string, project: string): Shown =>
  withPending(taskStore(organization, project).state.get().rows, outbox.get(), organization, project)

/** The same, watched. */
export function useTasks(organization: string, project: string): Tasks {
  const store = taskStore(organization, project)
  const { rows, whole, failed } = useStore(store.state)
  const pending = useStore(outbox)
  useEffect(() => void store.load(), [store])
  const tasks = useMemo(() => [...withPending(rows, pending, organization, project).values()], [rows, pending, organization, project])
  return { tasks, whole, failed, reload: () => void store.load(true) }
}
