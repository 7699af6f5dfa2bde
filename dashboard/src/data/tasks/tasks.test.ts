import { beforeEach, expect, test, vi } from 'vitest'
import type { Task } from './task-patch.ts'

const { server } = vi.hoisted(() => ({
  server: {
    list: async (_input: any): Promise<any> => ({ items: [], next_cursor: null }),
    board: async (): Promise<any> => ({ project_id: 'p', columns: [] }),
    one: async (_input: any): Promise<any> => null,
    kept: undefined as unknown,
  },
}))
vi.mock('../device.ts', () => ({
  writesKept: 'writes',
  answersKept: 'answers',
  tasksKept: 'tasks',
  get: async () => server.kept,
  set: async () => {},
  del: async () => {},
  entries: async () => [],
  forgetEverything: async () => {},
}))
vi.mock('../client.ts', () => ({
  clientFor: () => ({
    listTasks: (input: unknown) => server.list(input),
    listBoardRows: () => server.board(),
    getTask: (input: unknown) => server.one(input),
  }),
}))

let store: InstanceType<typeof import('./task-store.ts').TaskStore>
let tasks: typeof import('./tasks.ts')

const task = (id: string, version: number, more: Partial<Task> = {}) =>
  ({ id, key: id.toUpperCase(), project_id: 'p', version, title: `${id} ${version}`, status: 'todo', blocked: false, ...more }) as Task
const shown = () => [...store.state.get().rows.values()].map(({ title }) => title).toSorted()
const event = (type: string, item: Task, changed: string[] = []) =>
  tasks.applyTaskEvent('acme', { seq: 1, at: '', type, actor: {} as never, project_id: 'p', subject_id: item.id, data: { item, changed } })
/** The columns as the server returns them. */
const board = (items: Task[], cursors: Record<string, string> = {}, counts: Record<string, number> = {}) => ({
  project_id: 'p',
  columns: [...new Set(['todo', ...items.map(({ status }) => status), ...Object.keys(cursors)])].map((status) => {
    const own = items.filter((one) => one.status === status)
    return { status, count: counts[status] ?? own.length, items: own, next_cursor: cursors[status] ?? null }
  }),
})
/** Events are shown together, with the next frame: `work` runs on timers that the test moves. */
const onFrames = (work: (heard: () => void) => void) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    work(() => void vi.advanceTimersByTime(30))
  } finally {
    vi.useRealTimers()
  }
}

beforeEach(async () => {
  const { standInForBrowser } = await import('../browser-stand-in.ts')
  standInForBrowser()
  vi.resetModules()
  tasks = await import('./tasks.ts')
  const { connection } = await import('../live/connection.ts')
  connection.set('live')
  store = tasks.taskStore('acme', 'web')
  server.kept = undefined
  server.board = async () => board([task('a', 1), task('b', 1)])
  await store.load()
})

test('an older event never undoes a newer answer', () => {
  store.put([task('a', 3)])
  onFrames((heard) => {
    event('task.updated', task('a', 2))
    heard()
    expect(shown()).toEqual(['a 3', 'b 1'])
    event('task.updated', task('a', 4))
    heard()
    expect(shown()).toEqual(['a 4', 'b 1'])
  })
})

test('a question that is asked or settled changes only the count of its task, which is read once', async () => {
  const read: unknown[] = []
  server.one = async (input) => (read.push(input), { ...task('a', 1), open_questions: 2 })
  const asked = { seq: 2, at: '', type: 'comment.asked', actor: {} as never, project_id: 'p', data: {} }
  for (const subject_id of ['a', 'a', 'elsewhere']) tasks.applyBesideTask('acme', { ...asked, subject_id })
  await vi.waitFor(() => expect(store.state.get().rows.get('a')?.open_questions).toBe(2))
  expect(read).toEqual([{ task: 'a', response_format: 'concise' }])
  expect(shown()).toEqual(['a 1', 'b 1'])
})

test('a deleted task stays away, whatever arrives late, until it is restored', () => {
  store.put([], [task('a', 3)])
  onFrames((heard) => {
    event('task.updated', task('a', 2))
    heard()
    expect(shown()).toEqual(['b 1'])
    event('task.restored', task('a', 4))
    heard()
    expect(shown()).toEqual(['a 4', 'b 1'])
  })
})

test('what happens while pages are read is newer than they are', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<unknown>()
  server.board = () => {
    asked.resolve()
    return answer.promise
  }
  const again = store.load(true)
  await asked.promise
  event('task.created', task('c', 1))
  event('task.deleted', task('b', 2))
  event('task.updated', task('a', 2))
  answer.resolve(board([task('a', 1), task('b', 1)]))
  await again
  expect(shown()).toEqual(['a 2', 'c 1'])
})

test('a reading that may be old when it ends is repeated', async () => {
  let reads = 0
  server.board = async () => {
    reads++
    return board([task('a', reads)])
  }
  const first = store.load(true)
  void store.load(true)
  await first
  expect(reads).toBe(2)
  expect(shown()).toEqual(['a 2'])
})

test('of a large project the first of each column are read, the next when they are wanted, all when all are', async () => {
  const asked: unknown[] = []
  server.board = async () => board([task('a', 1)], { todo: 'after a', backlog: 'first' }, { todo: 3, backlog: 1 })
  server.list = async ({ status, cursor }) => {
    asked.push(`${status} ${cursor}`)
    if (cursor === 'after a') return { items: [task('b', 1)], next_cursor: 'after b' }
    return { items: [task(status === 'todo' ? 'c' : 'd', 1, { status })], next_cursor: null }
  }
  await store.load(true)
  expect(store.state.get()).toMatchObject({ opened: true, whole: false, counts: { todo: 3, backlog: 1 } })
  await store.more('todo')
  expect(shown()).toEqual(['a 1', 'b 1'])
  // A moved task counts in its new column, and rows that are already in the totals are not counted twice.
  store.put([task('a', 2, { status: 'backlog' })])
  expect(store.state.get().counts).toMatchObject({ todo: 2, backlog: 2 })
  await store.loadAll()
  expect(asked).toEqual(['todo after a', 'todo after b', 'backlog first'])
  expect(store.state.get()).toMatchObject({ whole: true, counts: { todo: 2, backlog: 2 } })
  expect(shown()).toEqual(['a 2', 'b 1', 'c 1', 'd 1'])
})

test('what this browser has kept is read again only if the log has told of a change since', async () => {
  const { reached, noteChanged } = await import('../live/positions.ts')
  const { changeName } = await import('./task-store.ts')
  for (const log of ['organization', 'user'] as const) reached('acme', log, 40)
  server.kept = { tasks: [task('k', 1)], projectId: 'q', cursors: { todo: null }, counts: { todo: 1 }, position: 40 }
  let reads = 0
  server.board = async () => {
    reads++
    return board([task('k', 2)])
  }
  await tasks.taskStore('acme', 'kept').load()
  expect(reads).toBe(0)
  expect(tasks.taskStore('acme', 'kept').state.get()).toMatchObject({ opened: true, whole: true })
  noteChanged('acme', 'organization', [changeName('q')], 41)
  await tasks.taskStore('acme', 'changed since').load()
  expect(reads).toBe(1)
})

test('a page that is left before it has stored a change reads the rows again: following goes on after it', async () => {
  const { reached } = await import('../live/positions.ts')
  for (const log of ['organization', 'user'] as const) reached('acme', log, 40)
  server.kept = { tasks: [task('a', 1)], projectId: 'p', cursors: { todo: null }, counts: { todo: 1 }, position: 40 }
  const later = tasks.taskStore('acme', 'before')
  await later.load()
  expect(later.state.get().opened).toBe(true)
  // Open, so it is applied at once.
  const changed = { at: '', actor: {} as never, project_id: 'p' }
  tasks.applyTaskEvent('acme', { ...changed, seq: 41, type: 'task.updated', subject_id: 'a', data: { item: task('a', 2), changed: [] } })
  reached('acme', 'organization', 41)
  let reads = 0
  server.board = async () => (reads++, board([task('a', 2)]))
  await tasks.taskStore('acme', 'after the change').load()
  tasks.applyBesideTask('acme', { ...changed, seq: 42, type: 'comment.asked', subject_id: 'a', data: {} })
  server.kept = { ...(server.kept as object), position: 41 }
  await tasks.taskStore('acme', 'after the question').load()
  expect(reads).toBe(2)
})

test('a project one may no longer see leaves nothing behind', async () => {
  const { BatonError } = await import('@baton/client')
  server.board = async () => Promise.reject(await BatonError.from(Response.json({ code: 'not_found' }, { status: 404 })))
  await store.load(true)
  expect(shown()).toEqual([])
  expect(store.state.get().failed).toMatchObject({ status: 404 })
})

test('when a blocker is done, what it blocked is free without an event of its own', async () => {
  store.put([task('b', 2, { blocked: true })])
  server.list = async ({ blocked }) => ({ items: blocked ? [] : [task('a', 1)], next_cursor: null })
  event('task.updated', task('a', 2, { status: 'complete' }), ['status'])
  await vi.waitFor(() => expect(store.state.get().rows.get('b')?.blocked).toBe(false), { timeout: 60_000 })
})

test('a patch shows a change before the server knows it, and a new task before it has a key', async () => {
  const { applyPatch, draftTask, isDraft } = await import('./task-patch.ts')
  const rows = new Map(store.state.get().rows)
  const create = draftTask({ title: 'New', status: 'todo', priority: 'none' })
  applyPatch(rows, { project: 'web', tasks: ['a'], fields: { status: 'complete' }, create })
  applyPatch(rows, { project: 'web', tasks: ['b', 'gone'], remove: true })
  expect([...rows.values()].map(({ title, status }) => [title, status])).toEqual([
    ['a 1', 'complete'],
    ['New', 'todo'],
  ])
  expect(isDraft(create)).toBe(true)
})
