import { beforeEach, expect, test, vi } from 'vitest'
import type { Task } from './task-patch.ts'

const { calls, kept, server } = vi.hoisted(() => ({
  calls: [] as { name: string; input: any; key: string }[],
  kept: new Map<string, any>(),
  server: {
    task: {} as any,
    read: async (): Promise<unknown> => ({}),
    answer: async (_name: string, _input: any): Promise<unknown> => ({}),
  },
}))
vi.mock('../device.ts', () => ({
  writesKept: 'writes',
  answersKept: 'answers',
  tasksKept: 'tasks',
  get: async () => undefined,
  set: async (key: string, value: unknown, store: string) => void (store === 'writes' && kept.set(key, structuredClone(value))),
  del: async (key: string, store: string) => void (store === 'writes' && kept.delete(key)),
  entries: async (store: string) => (store === 'writes' ? [...kept] : []),
  forgetEverything: async () => kept.clear(),
}))
vi.mock('../client.ts', () => ({
  account: {},
  optionsFor: () => ({}),
  clientFor: () =>
    new Proxy(
      {},
      {
        get: (_, name: string) => async (input: unknown, options?: { idempotencyKey: string }) => {
          if (name === 'getItem' || name === 'getNote') return server.read()
          calls.push({ name, input, key: options?.idempotencyKey ?? '' })
          return server.answer(name, input)
        },
      },
    ),
}))

let box: typeof import('../writes/outbox.ts')
let conflicts: typeof import('./conflicts.ts')
let tasks: typeof import('./tasks.ts')
let connection: (typeof import('../live/connection.ts'))['connection']
let edit: InstanceType<typeof import('./edit-tasks.ts').EditTasks>
let undoLast: () => void

const task = (id: string, more: Partial<Task> = {}) =>
  ({
    id,
    key: id.toUpperCase(),
    kind: 'task',
    project_id: 'p',
    version: 5,
    number: 1,
    rank: '1',
    title: 'Title',
    description: 'one two',
    status: 'todo',
    priority: 'none',
    labels: [],
    blocked: false,
    lease_until: null,
    lease_agent_id: null,
    updated_at: '2026-01-01T00:00:00Z',
    ...more,
  }) as Task
const refusal = async (status: number, code: string) => {
  const { BatonError } = await import('@baton/client')
  return BatonError.from(Response.json({ code, detail: 'No.' }, { status }))
}
/** A server that holds one task and checks versions. */
const versioned = async (name: string, input: any) => {
  if (input.version !== undefined && input.version !== server.task.version) throw await refusal(412, 'stale_version')
  const { task: _, version: __, after: ___, before: ____, ...fields } = input
  server.task = { ...server.task, ...fields, version: server.task.version + 1 }
  return name === 'updateTasks' ? { items: [] } : server.task
}
const idle = () => vi.waitFor(() => expect(box.outbox.get().filter((one) => one.refused === undefined)).toEqual([]))
const conflict = async () => {
  await vi.waitFor(() => expect(box.outbox.get().filter(conflicts.isConflict)).toHaveLength(1), { timeout: 60_000 })
  return box.outbox.get().find(conflicts.isConflict) ?? expect.fail('there is no conflict')
}

beforeEach(async () => {
  const { standInForBrowser } = await import('../browser-stand-in.ts')
  standInForBrowser()
  vi.resetModules()
  calls.length = 0
  kept.clear()
  server.task = task('a')
  server.answer = versioned
  server.read = async () => ({ history: [], ...server.task })
  box = await import('../writes/outbox.ts')
  conflicts = await import('./conflicts.ts')
  tasks = await import('./tasks.ts')
  ;({ connection } = await import('../live/connection.ts'))
  connection.set('live')
  const { EditTasks, undoLast: undo } = await import('./edit-tasks.ts')
  undoLast = undo
  edit = new EditTasks('acme', 'web')
})

test('a text names the version it is based on, other fields only without a connection', async () => {
  edit.edit([task('a')], { title: 'New' })
  edit.edit([task('a')], { priority: 'high' })
  await idle()
  expect(calls.map(({ input }) => input)).toEqual([
    { task: 'a', title: 'New', version: 5 },
    { task: 'a', priority: 'high' },
  ])
  connection.set('offline')
  edit.edit([task('a', { version: 7 })], { priority: 'low' })
  await idle()
  expect(calls.at(-1)?.input).toEqual({ task: 'a', priority: 'low', version: 7 })
})

test('where only other fields have changed, a text is saved on the newest version, as a new call', async () => {
  server.task = task('a', { version: 9, status: 'complete' })
  edit.edit([task('a')], { description: 'one two three' })
  await idle()
  expect(box.outbox.get()).toEqual([])
  expect(calls.map(({ input }) => input.version)).toEqual([5, 9])
  expect(calls[0]?.key).not.toBe(calls[1]?.key)
  expect(server.task).toMatchObject({ description: 'one two three', status: 'complete', version: 10 })
  expect(kept.size).toBe(0)
})

test('two texts are both kept, over a reload too, until their author has chosen', async () => {
  server.task = task('a', { version: 6, description: 'theirs' })
  edit.edit([task('a')], { description: 'mine' })
  const found = await conflict()
  expect(found.conflict).toMatchObject({ key: 'A', field: 'description', base: 'one two', theirs: 'theirs', version: 6 })
  expect(conflicts.mineOf(found)).toBe('mine')
  expect(conflicts.reviewed.get()).toBe(found.id)
  expect(server.task.description).toBe('theirs')
  expect([...kept.values()]).toMatchObject([{ input: { description: 'mine' }, conflict: { theirs: 'theirs' } }])
})

test('mine is saved on the version that was seen; a third text is shown as well', async () => {
  server.task = task('a', { version: 6, description: 'theirs' })
  edit.edit([task('a')], { description: 'mine' })
  const first = await conflict()
  server.task = task('a', { version: 7, description: 'a third' })
  conflicts.saveInstead(first, 'mine')
  await idle()
  const second = await conflict()
  expect(second.conflict).toMatchObject({ base: 'theirs', theirs: 'a third', version: 7 })
  conflicts.saveInstead(second, 'mine and a third')
  await idle()
  expect(box.outbox.get()).toEqual([])
  expect(server.task).toMatchObject({ description: 'mine and a third', version: 8 })
  expect(kept.size).toBe(0)
})

test('theirs stays when it is kept', async () => {
  server.task = task('a', { version: 6, description: 'theirs' })
  edit.edit([task('a')], { description: 'mine' })
  conflicts.keepTheirs(await conflict())
  expect(box.outbox.get()).toEqual([])
  expect(server.task.description).toBe('theirs')
})

test('what was written offline meets the newer text in the same way, and the last of several is mine', async () => {
  server.read = () => Promise.reject(new TypeError('Failed to fetch'))
  connection.set('offline')
  edit.edit([task('a')], { description: 'mine' })
  edit.edit([task('a', { description: 'mine' })], { description: 'mine, better' })
  edit.edit([task('a')], { status: 'complete' })
  expect(box.outbox.get()).toHaveLength(3)
  server.read = async () => ({ history: [], ...server.task })
  server.task = task('a', { version: 6, description: 'theirs' })
  await vi.waitFor(() => expect(server.task.status).toBe('complete'), { timeout: 60_000 })
  const found = await conflict()
  expect(found.conflict).toMatchObject({ base: 'one two', theirs: 'theirs' })
  expect(conflicts.mineOf(found)).toBe('mine, better')
  expect(conflicts.reviewed.get()).toBeNull()
  expect(server.task).toMatchObject({ description: 'theirs', status: 'complete' })
})

test('labels that two people changed are merged; a field that both changed is left to its author', async () => {
  server.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  connection.set('offline')
  edit.edit([task('a', { labels: ['api', 'old'] })], { labels: ['api', 'train'] })
  edit.edit([task('a', { labels: ['api', 'train'] })], { labels: ['train', 'late'] })
  edit.edit([task('a')], { priority: 'low' })
  server.task = task('a', { version: 6, labels: ['api', 'old', 'office'], priority: 'urgent' })
  server.answer = versioned
  await vi.waitFor(() => expect(box.outbox.get()).toMatchObject([{ refused: 'No.', input: { priority: 'low' } }]), { timeout: 60_000 })
  expect(server.task).toMatchObject({ labels: ['office', 'train', 'late'], priority: 'urgent' })
})

test('a note written offline replaces nothing its author has not seen', async () => {
  const note = (fields: { title?: string; content?: string; tags?: string[] }, base: object) =>
    void box
      .write({ organization: 'acme', operation: 'updateNote', input: { note: 'n', ...fields }, base, label: 'Edit “Plan”' })
      .catch(() => {})
  server.task = { id: 'n', version: 5, title: 'Plan', content: 'theirs', tags: ['a', 'office'], updated_at: '2026-01-01T00:00:00Z' }
  connection.set('offline')
  note({ content: 'mine' }, { content: 'both saw this' })
  note({ tags: ['train'] }, { tags: ['a'] })
  note({ title: 'Plan B' }, { title: 'Plan' })
  await vi.waitFor(() => expect(server.task.title).toBe('Plan B'), { timeout: 60_000 })
  expect(server.task).toMatchObject({ content: 'theirs', tags: ['office', 'train'] })
  const found = await conflict()
  expect(found.conflict).toMatchObject({ key: '“Plan”', field: 'content', base: 'both saw this', theirs: 'theirs' })
  conflicts.saveInstead(found, 'mine and theirs')
  await idle()
  expect([server.task.content, server.task.title]).toEqual(['mine and theirs', 'Plan B'])
})

test('a text that the server does not take for another reason is kept too', async () => {
  server.answer = async () => Promise.reject(await refusal(403, 'forbidden'))
  edit.edit([task('a')], { description: 'mine' })
  await vi.waitFor(() => expect(box.outbox.get()).toMatchObject([{ refused: 'No.', input: { description: 'mine' } }]))
  const [refused] = box.outbox.get()
  server.task = task('a', { version: 6, description: 'theirs' })
  server.answer = versioned
  if (refused) box.retry(refused)
  expect((await conflict()).conflict.theirs).toBe('theirs')
})

test('undo of a text starts from what it made of it, and does not go over a later one', async () => {
  edit.edit([task('a')], { title: 'New' })
  await idle()
  undoLast()
  await idle()
  expect(calls.at(-1)?.input).toEqual({ task: 'a', title: 'Title', version: 6 })
  expect(server.task.title).toBe('Title')
  edit.edit([task('a', { version: 7 })], { title: 'New' })
  await idle()
  server.task = { ...server.task, title: 'Theirs', version: 9 }
  undoLast()
  expect((await conflict()).conflict).toMatchObject({ base: 'New', theirs: 'Theirs' })
})

test('undo of a move restores the place and the status', async () => {
  const rows = [task('x', { rank: '1' }), task('a', { rank: '2' }), task('y', { rank: '3', status: 'complete' })]
  tasks.taskStore('acme', 'web').put(rows)
  server.answer = async (_, input) => ({ ...rows[1], ...(input.status && { status: input.status }), rank: '4', version: 6 })
  edit.move([rows[1] ?? task('a')], { status: 'complete' }, { after: rows[2] })
  await idle()
  undoLast()
  await idle()
  expect(calls.map(({ name, input }) => [name, input])).toEqual([
    ['moveTask', { task: 'a', after: 'y', status: 'complete' }],
    ['moveTask', { task: 'a', after: 'x', status: 'todo' }],
  ])
})

test('several are moved in their order and go back the same way', async () => {
  const rows = ['a', 'b', 'c', 'd'].map((id, at) => task(id, { rank: String(at + 1) }))
  tasks.taskStore('acme', 'web').put(rows)
  const [a, b, c, d] = rows
  if (!a || !b || !c || !d) return expect.unreachable()
  server.answer = async (_, { task: id }) => ({ ...rows.find((one) => one.id === id), rank: `4${id}`, version: 6 })
  edit.move([b, c], {}, { after: d })
  await idle()
  undoLast()
  await idle()
  expect(calls.map(({ input }) => input)).toEqual([
    { task: 'b', after: 'd' },
    { task: 'c', after: 'b' },
    { task: 'b', after: 'a' },
    { task: 'c', after: 'b' },
  ])
})

test('undo of a bulk edit gives those with one value one call', async () => {
  const many = [task('a', { priority: 'low' }), task('b', { priority: 'low' }), task('c', { priority: 'high' })]
  edit.edit(many, { priority: 'urgent' })
  await idle()
  undoLast()
  await idle()
  expect(calls.map(({ name, input }) => [name, input.tasks ?? input.task])).toEqual([
    ['updateTasks', ['a', 'b', 'c']],
    ['updateTasks', ['a', 'b']],
    ['updateTask', 'c'],
  ])
})
