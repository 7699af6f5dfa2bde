import { beforeEach, expect, test, vi } from 'vitest'

const { calls, kept, sync, server } = vi.hoisted(() => ({
  calls: [] as { name: string; input: any; key: string }[],
  kept: new Map<string, unknown>(),
  sync: {} as import('./sync-stand-in.ts').SyncStandIn,
  server: { answer: (_name: string, _input: any): unknown => ({}) },
}))

vi.mock('../device.ts', () => ({
  writesKept: 'writes',
  answersKept: 'answers',
  tasksKept: 'tasks',
  devicesKept: 'devices',
  get: async (key: string) => sync.kept.get(key),
  set: async (key: string, value: unknown, store: string) => void (store === 'writes' ? kept : sync.kept).set(key, structuredClone(value)),
  del: async (key: string, store: string) => void (store === 'writes' ? kept : sync.kept).delete(key),
  entries: async () => [...kept],
  forgetEverything: async () => kept.clear(),
}))
vi.mock('@baton/client/push', () => ({ pushChanges: (_: object, device: string, mutations: any[]) => sync.push(device, mutations) }))
vi.mock('../client.ts', () => ({
  optionsFor: () => ({}),
  clientFor: () =>
    new Proxy(
      {},
      {
        get:
          (_, name: string) =>
          async (input: unknown, { idempotencyKey }: { idempotencyKey: string }) => {
            if (name === 'registerSyncDevice') return sync.register()
            calls.push({ name, input, key: idempotencyKey })
            return server.answer(name, input)
          },
      },
    ),
}))

type Outbox = typeof import('./outbox.ts')
let box: Outbox

const refusal = async (status: number, code: string, detail = 'No.') => {
  const { BatonError } = await import('@baton/client')
  return BatonError.from(Response.json({ code, detail }, { status }))
}
const wifiGone = () => Promise.reject(new TypeError('Failed to fetch'))
const rename = (task: string, title: string, version?: number) => ({
  organization: 'acme',
  operation: 'updateTask' as const,
  input: { task, title, ...(version && { version }) },
  label: `Rename ${task}`,
})
const settled = () => vi.waitFor(() => expect(box.outbox.get().filter((one) => one.refused === undefined)).toHaveLength(0))

beforeEach(async () => {
  const { standInForBrowser } = await import('../browser-stand-in.ts')
  standInForBrowser()
  vi.useRealTimers()
  vi.resetModules()
  calls.length = 0
  kept.clear()
  server.answer = () => ({})
  const { standInForSync } = await import('./sync-stand-in.ts')
  Object.assign(
    sync,
    standInForSync(async (name, input) => {
      calls.push({ name, input, key: '' })
      return server.answer(name, input)
    }),
  )
  box = await import('./outbox.ts')
})

test('writes are sent one after another, in the order they were made', async () => {
  const running: string[] = []
  server.answer = async (_, { title }) => {
    running.push(title)
    await new Promise((done) => setTimeout(done, title === 'first' ? 20 : 1))
    running.push(`${title} done`)
  }
  await Promise.all(['first', 'second', 'third'].map((title) => box.write(rename('T-1', title))))
  expect(running).toEqual(['first', 'first done', 'second', 'second done', 'third', 'third done'])
  expect(kept.size).toBe(0)
})

test('without a connection a write waits on the device, and goes out once, with the key it had', async () => {
  server.answer = wifiGone
  const sent = box.write(rename('T-1', 'later'))
  await vi.waitFor(() => expect(box.outbox.get()[0]?.waited).toBe(true))
  expect(kept.size).toBe(1)
  server.answer = () => ({ id: '1' })
  await box.drain()
  await sent
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  expect(kept.size).toBe(0)
})

test('a call whose first try is still running is no refusal', async () => {
  let tries = 0
  server.answer = async () => {
    if (tries++ === 0) throw await refusal(409, 'in_progress')
    return { id: '1' }
  }
  const sent = box.write(rename('T-1', 'again'))
  await vi.waitFor(() => expect(box.outbox.get()[0]?.waited).toBe(true))
  await box.drain()
  await expect(sent).resolves.toEqual({ id: '1' })
})

test('a refusal at once is told to whoever waits for it; one that came late is kept for its author to decide', async () => {
  server.answer = async () => Promise.reject(await refusal(412, 'stale_version', 'Somebody changed T-1.'))
  await expect(box.write(rename('T-1', 'now', 3))).rejects.toMatchObject({ status: 412 })
  expect(box.outbox.get()).toEqual([])

  server.answer = wifiGone
  const late = box.write(rename('T-1', 'late', 3))
  late.catch(() => {})
  await vi.waitFor(() => expect(box.outbox.get()[0]?.waited).toBe(true))
  server.answer = async () => Promise.reject(await refusal(412, 'stale_version', 'Somebody changed T-1.'))
  await box.drain()
  const [refused] = box.outbox.get()
  expect(refused).toMatchObject({ refused: 'Somebody changed T-1.' })

  server.answer = () => ({ id: '1' })
  if (refused) box.retry(refused)
  await settled()
  expect(calls.at(-1)?.input).toEqual({ task: 'T-1', title: 'late' })
  expect(box.outbox.get()).toEqual([])
})

test('one refused write does not hold up those behind it', async () => {
  server.answer = async (_, { title }) => (title === 'bad' ? Promise.reject(await refusal(409, 'conflict')) : {})
  const bad = box.write(rename('T-1', 'bad'))
  const good = box.write(rename('T-2', 'good'))
  await expect(bad).rejects.toMatchObject({ code: 'conflict' })
  await expect(good).resolves.toEqual({})
})

test('what waited for more than a day is not sent but shown', async () => {
  kept.set('old', { ...rename('T-1', 'old'), id: 'old', at: Date.now() - 25 * 60 * 60 * 1000, user: 'ann', tab: 'closed' })
  await box.restoreOutbox()
  await vi.waitFor(() => expect(box.outbox.get()[0]?.refused).toContain('more than a day'))
  expect(calls).toEqual([])
})

test('a new tab takes over what a closed one left, oldest first, and leaves alone what a living one or another person has', async () => {
  const entry = (id: string, more: object) => kept.set(id, { ...rename(id, id), id, at: Date.now(), user: 'ann', tab: 'closed', ...more })
  entry('second', { at: Date.now() - 1000 })
  entry('first', { at: Date.now() - 2000 })
  entry('bob', { user: 'bob' })
  entry('alive', { tab: 'open' })
  void navigator.locks.request('baton.writes.open', () => new Promise(() => {}))
  await box.restoreOutbox()
  await settled()
  expect(calls.map(({ key }) => key)).toEqual(['first', 'second'])
  expect([...kept.keys()].sort()).toEqual(['alive', 'bob'])
})

test('what is done to a task that is not made yet names it by its real id once it is', async () => {
  const { draftTask } = await import('../tasks/task-patch.ts')
  server.answer = wifiGone
  const create = draftTask({ title: 'New', status: 'todo', priority: 'none' })
  void box.write({
    organization: 'acme',
    operation: 'createTask',
    input: { project: 'web', title: 'New' },
    label: 'Create',
    patch: { project: 'web', tasks: [], create },
  })
  void box.write({ ...rename(create.id, 'Newer'), patch: { project: 'web', tasks: [create.id], fields: { title: 'Newer' } } })
  await vi.waitFor(() => expect(box.outbox.get()[0]?.waited).toBe(true))
  server.answer = (name) => (name === 'createTask' ? { id: 'real', key: 'WEB-1', version: 1 } : { id: 'real', version: 2 })
  await box.drain()
  expect(calls.at(-1)?.input).toEqual({ task: 'real', title: 'Newer' })
})

test('what was done to a task that could not be made waits with it', async () => {
  const { draftTask } = await import('../tasks/task-patch.ts')
  server.answer = wifiGone
  const create = draftTask({ title: 'New', status: 'todo', priority: 'none' })
  box
    .write({
      organization: 'acme',
      operation: 'createTask',
      input: { project: 'web', title: 'New' },
      label: 'Create',
      patch: { project: 'web', tasks: [], create },
    })
    .catch(() => {})
  const renamed = box.write(rename(create.id, 'Newer'))
  renamed.catch(() => {})
  await vi.waitFor(() => expect(box.outbox.get()[0]?.waited).toBe(true))
  server.answer = async () => Promise.reject(await refusal(409, 'conflict', 'This project is archived.'))
  await box.drain()
  expect(box.outbox.get().map(({ refused }) => refused)).toEqual([
    'This project is archived.',
    expect.stringContaining('could not be created'),
  ])
  await expect(renamed).rejects.toThrow('could not be created')
  const [made] = box.outbox.get()
  if (made) box.discard(made.id)
  expect(box.outbox.get()).toEqual([])
})

test('several changes of one task offline do not conflict with each other', async () => {
  server.answer = wifiGone
  void box.write(rename('T-1', 'one', 5))
  void box.write(rename('T-1', 'two', 5))
  await vi.waitFor(() => expect(box.outbox.get()[0]?.waited).toBe(true))
  let version = 5
  server.answer = async (_, input) =>
    input.version === version ? { id: 'id', key: 'T-1', version: ++version } : Promise.reject(await refusal(412, 'stale_version'))
  await box.drain()
  expect(box.outbox.get()).toEqual([])
  expect(version).toBe(7)
})
