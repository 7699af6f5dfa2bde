import { BatonError } from '@baton/client'
import { clientFor } from '../client.ts'
import { del, get, set, tasksKept } from '../device.ts'
import { isCurrent, positionOf } from '../live/positions.ts'
import { createStore, type Store } from '../store.ts'
import { blankTask, isClosed, type Task } from './task-patch.ts'

type Status = Task['status']
/** The cursor for the rows of a status that are not loaded yet; null if all are loaded. */
type Cursors = Partial<Record<Status, string | null>>
type Counts = Partial<Record<Status, number>>

interface Rows {
  /** As the server has them, by id. */
  rows: ReadonlyMap<string, Task>
  /** The rows that a board opens with have been read. */
  opened: boolean
  /** All rows have been read. */
  whole: boolean
  /** Totals by status, including rows that are not loaded. */
  counts: Counts
  failed: Error | null
}

interface Kept {
  tasks: Task[]
  projectId: string | undefined
  cursors: Cursors
  counts: Counts
  /** The position in the organization's log when this was stored. */
  position: number | undefined
}

const frame = 16
const pageSize = 1000
const scrollSize = 200
const statusesAtOnce = 2

/** The name under which changes to a project's stored tasks are noted. */
export const changeName = (projectId: string): string => `tasks of ${projectId}`
const nothing: Rows = { rows: new Map(), opened: false, whole: false, counts: {}, failed: null }

/** A project's tasks as the server has them: the first rows of each status, more on demand, updated by answers and by the log. */
export class TaskStore {
  readonly organization: string
  readonly project: string
  readonly state: Store<Rows> = createStore<Rows>(nothing)
  projectId: string | undefined
  /** The versions at which tasks were deleted, so that no older row brings them back. */
  readonly #gone = new Map<string, number>()
  /** Ids of rows that arrived while a read was under way, which are newer than what it returns. */
  readonly #news = new Set<string>()
  #next: Map<string, Task> | undefined
  #counts: Counts = {}
  #cursors: Cursors = {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #loading: Promise<void> | undefined
  #again = false
  #wantsAll = false
  readonly #readingMore = new Map<Status, Promise<void>>()

  constructor(organization: string, project: string) {
    this.organization = organization
    this.project = project
  }

  /** `again`: what was read may be stale. A read already under way may be stale as well, and is repeated. */
  load(again = false): Promise<void> {
    if (this.#loading) {
      this.#again ||= again
      return this.#loading
    }
    if (this.state.get().opened && !again) return Promise.resolve()
    return (this.#loading = this.#open(again).finally(() => (this.#loading = undefined)))
  }

  /** Loads every task, for filters, other sort orders and other views. */
  async loadAll(): Promise<void> {
    this.#wantsAll = true
    await this.load()
    await this.#readRest()
  }

  async #open(again: boolean): Promise<void> {
    if (!again && (await this.#restore())) return
    do {
      this.#again = false
      await this.#read()
      if (this.#wantsAll) await this.#readRest()
    } while (this.#again)
  }

  /** Shows the rows stored in this browser. Resolves to whether they are current, in which case the log covers everything since. */
  async #restore(): Promise<boolean> {
    const kept = await get<Kept>(this.#name, tasksKept).catch(() => undefined)
    if (!kept || this.state.get().opened) return this.state.get().opened
    const { tasks, projectId, cursors, counts, position } = kept
    this.projectId ??= projectId
    this.#cursors = cursors
    this.#counts = counts
    const rows = new Map(tasks.map((row) => [row.id, row]))
    // Rows that answers have brought in the meantime are newer.
    for (const [id, row] of this.state.get().rows) if ((rows.get(id)?.version ?? 0) <= row.version) rows.set(id, row)
    const at = { ...positionOf(this.organization), organization: position ?? -1 }
    const current = projectId !== undefined && isCurrent(this.organization, changeName(projectId), at)
    this.state.set({ rows, opened: current, whole: current && this.#isWhole(), counts, failed: null })
    return current
  }

  async #read(): Promise<void> {
    this.#news.clear()
    try {
      const { project_id, columns } = await this.#ask(() => clientFor(this.organization).listBoardRows({ project: this.project }))
      this.projectId = project_id
      const found = new Map<string, Task>()
      for (const { items } of columns) for (const row of items) found.set(row.id ?? '', blankTask(project_id, row))
      this.#cursors = Object.fromEntries(columns.map(({ status, next_cursor }) => [status, next_cursor]))
      this.#counts = Object.fromEntries(columns.map(({ status, count }) => [status, count]))
      this.#flush()
      const now = this.state.get().rows
      for (const id of this.#news) {
        const row = now.get(id)
        if (!row) found.delete(id)
        else if ((found.get(id)?.version ?? 0) <= row.version) found.set(id, row)
      }
      this.state.set({ rows: found, opened: true, whole: this.#isWhole(), counts: this.#counts, failed: null })
      this.#keep()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    const hidden = error instanceof BatonError && (error.status === 404 || error.status === 403)
    this.state.set((before) => ({ ...(hidden ? nothing : before), failed: error as Error }))
    if (hidden) void del(this.#name, tasksKept).catch(() => {})
  }

  /** Retries for as long as the server answers 429; the connection bar tells the user about the wait. */
  async #ask<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof BatonError) || error.status !== 429) throw error
        await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1000))
      }
    }
  }

  #isWhole(): boolean {
    return Object.values(this.#cursors).every((cursor) => cursor === null)
  }

  async #readRest(): Promise<void> {
    const statuses = (Object.keys(this.#cursors) as Status[]).values()
    const work = async () => {
      for (const status of statuses) while (this.#cursors[status] && !this.state.get().failed) await this.more(status, pageSize)
    }
    await Promise.all(Array.from({ length: statusesAtOnce }, work))
  }

  /** Reads the next page of one status. */
  more(status: Status, limit = scrollSize): Promise<void> {
    const under = this.#readingMore.get(status)
    if (under) return under
    const reading = this.#readMore(status, limit).finally(() => this.#readingMore.delete(status))
    this.#readingMore.set(status, reading)
    return reading
  }

  async #readMore(status: Status, limit: number): Promise<void> {
    const cursor = this.#cursors[status]
    if (!cursor) return
    try {
      const ask = { project: this.project, sort: 'rank', response_format: 'row', status, limit, cursor } as const
      const page = await this.#ask(() => clientFor(this.organization).listTasks(ask))
      // A full reload has replaced the cursors in the meantime.
      if (this.#cursors[status] !== cursor) return
      this.#cursors[status] = page.next_cursor
      const rows = page.items.map((row) => blankTask(this.projectId ?? '', row))
      this.#publishLater(
        rows.filter(({ id }) => !this.#next?.has(id) && !this.state.get().rows.has(id)),
        [],
        'counted',
      )
      this.#flush()
      if (this.#isWhole()) this.state.set((before) => ({ ...before, whole: true }))
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Stores rows from the server immediately; versions older than the current one are ignored. */
  put(rows: readonly Task[], gone: readonly Task[] = []): void {
    this.hear(rows, gone)
    this.#flush()
  }

  /** The same for the log: events within one animation frame are published together. */
  hear(rows: readonly Task[], gone: readonly Task[] = []): void {
    this.#publishLater(rows, gone)
    for (const row of [...rows, ...gone]) this.#news.add(row.id)
  }

  #publishLater(rows: readonly Task[], gone: readonly Task[], counted?: 'counted'): void {
    this.#next ??= new Map(this.state.get().rows)
    this.#timer ??= setTimeout(() => this.#flush(), frame)
    for (const row of rows) {
      const before = this.#next.get(row.id)
      if (row.version <= (this.#gone.get(row.id) ?? 0) || (before && before.version > row.version)) continue
      this.#next.set(row.id, row)
      if (!counted) this.#count(before, row)
      if (before && isClosed(before) !== isClosed(row)) this.readBlockedAgain()
    }
    for (const one of gone) {
      const { id, version } = one
      this.#gone.set(id, Math.max(version, this.#gone.get(id) ?? 0))
      const before = this.#next.get(id)
      if (before && before.version > version) continue
      this.#next.delete(id)
      this.#count(before ?? one, undefined)
      if (before) this.readBlockedAgain()
    }
  }

  /** The previous status of a row that was not loaded is unknown, so the server counts again. */
  #count(before: Task | undefined, after: Task | undefined): void {
    if (!before && after && !this.#isWhole()) return this.#countAgain()
    const add = (status: Status, by: number) =>
      (this.#counts = { ...this.#counts, [status]: Math.max(0, (this.#counts[status] ?? 0) + by) })
    if (before) add(before.status, -1)
    if (after) add(after.status, 1)
  }

  #countTimer: ReturnType<typeof setTimeout> | undefined
  #countAgain(): void {
    if (!this.state.get().opened) return
    clearTimeout(this.#countTimer)
    this.#countTimer = setTimeout(async () => {
      const ask = { project: this.project, all_up_to: 0, limit: 1 }
      const answer = await clientFor(this.organization)
        .listBoardRows(ask)
        .catch(() => null)
      if (!answer) return
      this.#counts = Object.fromEntries(answer.columns.map(({ status, count }) => [status, count]))
      this.state.set((before) => ({ ...before, counts: this.#counts }))
    }, 1000)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const rows = this.#next
    this.#next = undefined
    if (!rows) return
    this.state.set((before) => ({ ...before, rows, counts: this.#counts }))
    this.#keep()
  }

  /** Whether a task is blocked depends on other tasks, and changes without a new version or an event of its own. */
  readBlockedAgain(): void {
    if (!this.state.get().opened) return
    clearTimeout(this.#blockedTimer)
    this.#blockedTimer = setTimeout(() => void this.#readBlocked().catch(() => {}), 300)
  }
  #blockedTimer: ReturnType<typeof setTimeout> | undefined
  async #readBlocked(): Promise<void> {
    const { listTasks } = clientFor(this.organization)
    const blocked = new Set<string>()
    let cursor: string | null | undefined
    do {
      const ask = { project: this.project, blocked: true, response_format: 'row', limit: pageSize, ...(cursor && { cursor }) } as const
      const page = await listTasks(ask)
      for (const { id } of page.items) if (id) blocked.add(id)
      cursor = page.next_cursor
    } while (cursor)
    const wrong = [...this.state.get().rows.values()].filter((row) => row.blocked !== blocked.has(row.id))
    if (wrong.length > 0) this.put(wrong.map((row) => ({ ...row, blocked: !row.blocked })))
  }

  /** So does the number of questions that wait on a task. */
  readQuestionsAgain(id: string): void {
    if (!this.state.get().rows.has(id)) return
    this.#questionsOf.add(id)
    clearTimeout(this.#questionsTimer)
    this.#questionsTimer = setTimeout(() => void this.#readQuestions(), 300)
  }
  readonly #questionsOf = new Set<string>()
  #questionsTimer: ReturnType<typeof setTimeout> | undefined
  async #readQuestions(): Promise<void> {
    const ids = [...this.#questionsOf]
    this.#questionsOf.clear()
    const { getTask } = clientFor(this.organization)
    const read = await Promise.all(ids.map((task) => getTask({ task, response_format: 'concise' }).catch(() => null)))
    const { rows } = this.state.get()
    const counts = new Map(read.flatMap((one) => (one ? [[one.id, one.open_questions]] : [])))
    const wrong = [...rows.values()].filter((row) => counts.has(row.id) && row.open_questions !== counts.get(row.id))
    if (wrong.length > 0) this.put(wrong.map((row) => ({ ...row, open_questions: counts.get(row.id) ?? 0 })))
  }

  get #name(): string {
    return `${this.organization} ${this.project}`
  }
  #keepTimer: ReturnType<typeof setTimeout> | undefined
  #keep(): void {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = setTimeout(() => {
      this.#flush()
      clearTimeout(this.#keepTimer)
      const { opened, rows, counts } = this.state.get()
      if (!opened) return
      const { organization: position } = positionOf(this.organization)
      const kept: Kept = { tasks: [...rows.values()], projectId: this.projectId, cursors: this.#cursors, counts, position }
      void set(this.#name, kept, tasksKept).catch(() => {})
    }, 2000)
  }
}
