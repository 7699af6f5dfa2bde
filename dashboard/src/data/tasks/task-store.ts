import { BatonError } from '@baton/client'
import { clientFor } from '../client.ts'
import { connection } from '../live/connection.ts'
import { answersKept, del, set } from '../device.ts'
import { createStore, type Store } from '../store.ts'
import { isClosed, type Task } from './task-patch.ts'

interface Rows {
  /** Of the server, by id. */
  rows: ReadonlyMap<string, Task>
  /** All of them were read. */
  whole: boolean
  failed: Error | null
}

const statuses: readonly Task['status'][] = ['in_progress', 'todo', 'in_review', 'backlog', 'complete', 'cancelled']
const frame = 16

/** The tasks of one project as the server has them: read once, then corrected by answers and by the log. */
export class TaskStore {
  readonly organization: string
  readonly project: string
  readonly state: Store<Rows> = createStore<Rows>({ rows: new Map(), whole: false, failed: null })
  projectId: string | undefined
  /** Versions at which tasks were deleted: nothing older brings them back. */
  readonly #gone = new Map<string, number>()
  /** What came in while pages were read: it is newer than they are. */
  readonly #news = new Set<string>()
  #next: Map<string, Task> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #loading: Promise<void> | undefined
  #again = false

  constructor(organization: string, project: string) {
    this.organization = organization
    this.project = project
  }

  /** `again` where what was read may be old; a reading under way may be so too, and is repeated. */
  load(again = false): Promise<void> {
    if (this.#loading) {
      this.#again ||= again
      return this.#loading
    }
    if (this.state.get().whole && !again) return Promise.resolve()
    return (this.#loading = this.#loadAll().finally(() => (this.#loading = undefined)))
  }

  async #loadAll(): Promise<void> {
    do {
      this.#again = false
      if (this.state.get().rows.size > 0) await nearlyLive()
      await this.#read()
    } while (this.#again)
  }

  async #read(): Promise<void> {
    const found = new Map<string, Task>()
    const first = this.state.get().rows.size === 0
    this.#news.clear()
    const take = (items: readonly unknown[]) => {
      for (const row of items as Task[]) found.set(row.id, row)
      if (first) this.#publishLater(items as Task[], [])
    }
    try {
      const { listTasks, getProject } = clientFor(this.organization)
      const ask = { project: this.project, sort: 'rank', limit: 100 } as const
      const page = await listTasks(ask)
      take(page.items)
      // More than one page: each column from its top, all at once.
      if (page.next_cursor)
        await Promise.all(
          statuses.map(async (status) => {
            let cursor: string | null | undefined
            do {
              const next = await listTasks({ ...ask, status, ...(cursor && { cursor }) })
              take(next.items)
              cursor = next.next_cursor
            } while (cursor)
          }),
        )
      this.projectId ??= found.values().next().value?.project_id ?? (await getProject({ project: this.project })).id
      this.#flush()
      const now = this.state.get().rows
      for (const id of this.#news) {
        const row = now.get(id)
        if (!row) found.delete(id)
        else if ((found.get(id)?.version ?? 0) <= row.version) found.set(id, row)
      }
      this.state.set({ rows: found, whole: true, failed: null })
      this.#keep()
    } catch (error) {
      const hidden = error instanceof BatonError && (error.status === 404 || error.status === 403)
      this.state.set((before) => ({ ...before, ...(hidden && { rows: new Map(), whole: false }), failed: error as Error }))
      if (hidden) void del(this.#name, answersKept).catch(() => {})
    }
  }

  /** Takes rows of the server, at once; an older version than the one at hand is ignored. */
  put(rows: readonly Task[], gone: readonly Task[] = []): void {
    this.#publishLater(rows, gone)
    for (const row of [...rows, ...gone]) this.#news.add(row.id)
    this.#flush()
  }

  /** The same for the log, where many in one frame are one change. */
  hear(rows: readonly Task[], gone: readonly Task[] = []): void {
    this.#publishLater(rows, gone)
    for (const row of [...rows, ...gone]) this.#news.add(row.id)
  }

  #publishLater(rows: readonly Task[], gone: readonly Task[]): void {
    this.#next ??= new Map(this.state.get().rows)
    this.#timer ??= setTimeout(() => this.#flush(), frame)
    for (const row of rows) {
      const before = this.#next.get(row.id)
      if (row.version <= (this.#gone.get(row.id) ?? 0) || (before && before.version > row.version)) continue
      this.#next.set(row.id, row)
      if (before && isClosed(before) !== isClosed(row)) this.readBlockedAgain()
    }
    for (const { id, version } of gone) {
      this.#gone.set(id, Math.max(version, this.#gone.get(id) ?? 0))
      if ((this.#next.get(id)?.version ?? Infinity) <= version && this.#next.delete(id)) this.readBlockedAgain()
    }
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const rows = this.#next
    this.#next = undefined
    if (!rows) return
    this.state.set((before) => ({ ...before, rows }))
    this.#keep()
  }

  /** Whether a task is blocked changes with another one, without a version or an event of its own. */
  readBlockedAgain(): void {
    if (!this.state.get().whole) return
    clearTimeout(this.#blockedTimer)
    this.#blockedTimer = setTimeout(() => void this.#readBlocked().catch(() => {}), 300)
  }
  #blockedTimer: ReturnType<typeof setTimeout> | undefined
  async #readBlocked(): Promise<void> {
    const { listTasks } = clientFor(this.organization)
    const blocked = new Set<string>()
    let cursor: string | null | undefined
    do {
      const page = await listTasks({
        project: this.project,
        blocked: true,
        response_format: 'concise',
        limit: 100,
        ...(cursor && { cursor }),
      })
      for (const { id } of page.items) if (id) blocked.add(id)
      cursor = page.next_cursor
    } while (cursor)
    const wrong = [...this.state.get().rows.values()].filter((row) => row.blocked !== blocked.has(row.id))
    if (wrong.length > 0) this.put(wrong.map((row) => ({ ...row, blocked: !row.blocked })))
  }

  get #name(): string {
    return `tasks ${this.organization} ${this.project}`
  }
  #keepTimer: ReturnType<typeof setTimeout> | undefined
  #keep(): void {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = setTimeout(() => {
      const { whole, rows } = this.state.get()
      if (whole) void set(this.#name, { tasks: [...rows.values()], at: Date.now() }, answersKept).catch(() => {})
    }, 2000)
  }
}

/** With something to show already, a reading waits until the log is followed: then it need not be repeated. */
function nearlyLive(): Promise<void> {
  if (connection.get() !== 'connecting') return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = connection.subscribe(end)
    const timer = setTimeout(end, 1500)
  })
}
