import { beforeEach, expect, test, vi } from 'vitest'
import type { Task } from './task-patch.ts'

const { server } = vi.hoisted(() => ({ server: { list: async (_input: any): Promise<any> => ({ items: [], next_cursor: null }) } }))
vi.mock('../device.ts', () => ({
  writesKept: 'writes',
  answersKept: 'answers',
  set: async () => {},
  del: async () => {},
  entries: async () => [],
  forgetEverything: async () => {},
}))
vi.mock('../client.ts', () => ({
  clientFor: () => ({ listTasks: (input: unknown) => server.list(input), getProject: async () => ({ id: 'p' }) }),
}))

let store: InstanceType<typeof import('./task-store.ts').TaskStore>
let tasks: typeof import('./tasks.ts')

const task = (id: string, version: number, more: Partial<Task> = {}) =>
  ({ id, key: id.toUpperCase(), project_id: 'p', version, title: `${id} ${version}`, status: 'todo', blocked: false, ...more }) as Task
const shown = () => [...store.state.get().rows.values()].map(({ title }) => title).toSorted()
const event = (type: string, item: Task, changed: string[] = []) =>
  tasks.applyTaskEvent('acme', { seq: 1, at: '', type, actor: {} as never, project_id: 'p', subject_id: item.id, data: { item, changed } })
const heard = () => new Promise((done) => setTimeout(done, 30))

beforeEach(async () => {
  const { standInForBrowser } = await import('../browser-stand-in.ts')
  standInForBrowser()
  vi.resetModules()
  tasks = await import('./tasks.ts')
  const { connection } = await import('../live/connection.ts')
  connection.set('live')
  store = tasks.taskStore('acme', 'web')
  server.list = async () => ({ items: [task('a', 1), task('b', 1)], next_cursor: null })
  await store.load()
})

test('an older event never undoes a newer answer', async () => {
  store.put([task('a', 3)])
  event('task.updated', task('a', 2))
  await heard()
  expect(shown()).toEqual(['a 3', 'b 1'])
  event('task.updated', task('a', 4))
  await heard()
  expect(shown()).toEqual(['a 4', 'b 1'])
})

test('a deleted task stays away, whatever arrives late, until it is restored', async () => {
  store.put([], [task('a', 3)])
  event('task.updated', task('a', 2))
  await heard()
  expect(shown()).toEqual(['b 1'])
  event('task.restored', task('a', 4))
  await heard()
  expect(shown()).toEqual(['a 4', 'b 1'])
})

test('what happens while pages are read is newer than they are', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<unknown>()
  server.list = () => {
    asked.resolve()
    return answer.promise
  }
  const again = store.load(true)
  await asked.promise
  event('task.created', task('c', 1))
  event('task.deleted', task('b', 2))
  event('task.updated', task('a', 2))
  answer.resolve({ items: [task('a', 1), task('b', 1)], next_cursor: null })
  await again
  expect(shown()).toEqual(['a 2', 'c 1'])
})

test('a reading that may be old when it ends is repeated', async () => {
  let reads = 0
  server.list = async () => {
    reads++
    return { items: [task('a', reads)], next_cursor: null }
  }
  const first = store.load(true)
  void store.load(true)
  await first
  expect(reads).toBe(2)
  expect(shown()).toEqual(['a 2'])
})

test('more than a page is read column by column', async () => {
  const asked: unknown[] = []
  server.list = async ({ status, cursor }) => {
    asked.push(status)
    if (!status) return { items: [task('a', 1)], next_cursor: 'more' }
    return status === 'todo' && !cursor
      ? { items: [task('a', 1)], next_cursor: 'next' }
      : { items: [task(`${status}${cursor ?? ''}`, 1)], next_cursor: null }
  }
  await store.load(true)
  expect(asked).toHaveLength(8)
  expect(store.state.get().rows.size).toBe(7)
})

test('a project one may no longer see leaves nothing behind', async () => {
  const { BatonError } = await import('@baton/client')
  server.list = async () => Promise.reject(await BatonError.from(Response.json({ code: 'not_found' }, { status: 404 })))
  await store.load(true)
  expect(shown()).toEqual([])
  expect(store.state.get().failed).toMatchObject({ status: 404 })
})

test('when a blocker is done, what it blocked is free without an event of its own', async () => {
  store.put([task('b', 2, { blocked: true })])
  server.list = async ({ blocked }) => ({ items: blocked ? [] : [task('a', 1)], next_cursor: null })
  event('task.updated', task('a', 2, { status: 'complete' }), ['status'])
  await vi.waitFor(() => expect(store.state.get().rows.get('b')?.blocked).toBe(false), { timeout: 2000 })
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
