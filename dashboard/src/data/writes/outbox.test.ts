import { beforeEach, expect, test, vi } from 'vitest'

const { calls, kept, server } = vi.hoisted(() => ({
  calls: [] as { name: string; input: any; key: string }[],
  kept: new Map<string, unknown>(),
  server: {
    answer: (_name: string, _input: any): unknown => ({}),
    push: (_device: string, _mutation: any): unknown => ({}),
  },
}))

vi.mock('../device.ts', () => ({
  writesKept: 'writes',
  answersKept: 'answers',
  tasksKept: 'tasks',
  get: async () => undefined,
  set: async (key: string, value: unknown) => void kept.set(key, structuredClone(value)),
  del: async (key: string) => void kept.delete(key),
  entries: async () => [...kept],
  forgetEverything: async () => kept.clear(),
}))
vi.mock('@baton/client/push', () => ({
  pushChanges: async (_: object, device: string, [mutation]: any[]) => {
    calls.push({ name: `push ${mutation.operation}`, input: mutation, key: device })
    return { results: [await server.push(device, mutation)] }
  },
}))
vi.mock('../client.ts', () => ({
  optionsFor: () => ({}),
  clientFor: () =>
    new Proxy(
      {},
      {
        get:
          (_, name: string) =>
          async (input: unknown, { idempotencyKey }: { idempotencyKey: string }) => {
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

const day = 24 * 60 * 60 * 1000
const keptBy = (id: string, more: object) =>
  kept.set(id, { ...rename(id, id), id, at: Date.now(), user: 'ann', tab: 'closed', waited: true, ...more })

test('what waited for more than 90 days is not sent but shown', async () => {
  const sent = box.write(rename('T-1', 'long ago'))
  sent.catch(() => {})
  const [made] = box.outbox.get()
  expect((made?.until ?? 0) - (made?.at ?? 0)).toBe(90 * day)
  await sent
  calls.length = 0
  keptBy('late', { at: Date.now() - 90 * day - 1, until: Date.now() - 1 })
  keptBy('in time', { at: Date.now() - 89 * day, until: Date.now() + day })
  await box.restoreOutbox()
  await settled()
  expect(box.outbox.get()).toMatchObject([{ id: 'late', refused: expect.stringContaining('90 days') }])
  expect(calls.map(({ key }) => key)).toEqual(['in time'])
})

test('what is done without a connection is a call with its key, stored as sent before it is', async () => {
  const { connection } = await import('../live/connection.ts')
  connection.set('offline')
  vi.stubGlobal('navigator', { onLine: false })
  void box.write(rename('T-1', 'one'))
  void box.write(rename('T-1', 'two'))
  await vi.waitFor(() => expect([...kept.values()]).toMatchObject([{ offline: true }, { offline: true }]))
  expect(calls).toEqual([])
  vi.stubGlobal('navigator', { onLine: true })
  const stored: unknown[] = []
  server.answer = (_, { title }) => {
    stored.push([title, ...[...kept.values()].map((one) => 'offline' in (one as object))])
    return {}
  }
  const keys = box.outbox.get().map(({ id }) => id)
  void box.drain()
  await vi.waitFor(() => expect(kept.size).toBe(0), { timeout: 60_000 })
  expect(calls.map(({ key }) => key)).toEqual(keys)
  expect(stored).toEqual([
    ['one', false, true],
    ['two', false],
  ])
})

test('a repeat whose answer is no longer kept has been done: what follows it goes on', async () => {
  const { draftTask } = await import('../tasks/task-patch.ts')
  const create = draftTask({ title: 'New', status: 'todo', priority: 'none' })
  const { BatonError } = await import('@baton/client')
  const result = { id: 'real', key: 'WEB-1', version: 1 }
  const done = await BatonError.from(Response.json({ code: 'already_done', detail: 'Done.', result }, { status: 409 }))
  server.answer = (name) => (name === 'createTask' ? Promise.reject(done) : {})
  keptBy('made', { operation: 'createTask', input: { project: 'web', title: 'New' }, patch: { project: 'web', tasks: [], create } })
  keptBy('renamed', { input: { task: create.id, title: 'Newer' }, at: Date.now() + 1, offline: true })
  await box.restoreOutbox()
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.input).toEqual({ task: 'real', title: 'Newer' })
  await vi.waitFor(() => expect([box.outbox.get(), kept.size]).toEqual([[], 0]))
})

const earlier = { until: undefined, at: Date.now() - 20 * day }
const pushed = { device: 'phone', mid: 3, hlc: '1794909600000-0000' }

test('what an earlier version has stored: a call of yesterday is shown, what was never sent is sent as a call', async () => {
  keptBy('tried', { ...earlier, at: Date.now() - 25 * 60 * 60 * 1000 })
  keptBy('unsent', { ...earlier, offline: true })
  await box.restoreOutbox()
  await settled()
  expect(calls).toMatchObject([{ name: 'updateTask', key: 'unsent' }])
  expect(box.outbox.get()).toMatchObject([{ id: 'tried', refused: expect.stringContaining('more than a day') }])
})

test('what an earlier version has pushed is pushed again under its number, and what follows it goes on', async () => {
  const { draftTask } = await import('../tasks/task-patch.ts')
  const create = draftTask({ title: 'New', status: 'todo', priority: 'none' })
  keptBy('made', {
    ...earlier,
    operation: 'createTask',
    input: { project: 'web', title: 'New' },
    patch: { project: 'web', tasks: [], create },
    offline: true,
    pushed,
  })
  keptBy('renamed', { ...earlier, at: earlier.at + 1, input: { task: create.id, title: 'Newer' }, offline: true })
  let tries = 0
  server.push = () => (tries++ === 0 ? wifiGone() : { status: 'applied', result: { id: 'real', key: 'WEB-1', version: 1 } })
  await box.restoreOutbox()
  await vi.waitFor(() => expect(kept.size).toBe(0), { timeout: 60_000 })
  expect(calls.map(({ name }) => name)).toEqual(['push createTask', 'push createTask', 'updateTask'])
  expect(calls[0]).toMatchObject({ key: 'phone', input: { mid: 3, hlc: pushed.hlc, input: { project: 'web', title: 'New' } } })
  expect(calls[2]?.input).toEqual({ task: 'real', title: 'Newer' })
})

test('what an earlier version has numbered but the server never got becomes a call', async () => {
  const { BatonError } = await import('@baton/client')
  const answers: [number, object][] = [
    [404, { code: 'not_found' }],
    [409, { code: 'conflict', expected: 2 }],
    [422, { code: 'key_reused' }],
  ]
  for (const [at] of answers.entries()) keptBy(`w${at}`, { ...earlier, at: earlier.at + at, offline: true, pushed: { ...pushed, mid: at } })
  server.push = async (_, { mid }) => {
    const [status, body] = answers[mid] ?? [500, {}]
    throw await BatonError.from(Response.json({ detail: 'No.', ...body }, { status }))
  }
  await box.restoreOutbox()
  await settled()
  expect(calls.filter(({ name }) => name === 'updateTask').map(({ key }) => key)).toEqual(['w0', 'w1', 'w2'])
  expect([box.outbox.get(), kept.size]).toEqual([[], 0])
})

test('what an earlier version pushed and the server rejected is kept with its reason', async () => {
  keptBy('rejected', { ...earlier, offline: true, pushed })
  server.push = () => ({ status: 'rejected', result: null, error: { status: 409, code: 'conflict', detail: 'It is archived.' } })
  await box.restoreOutbox()
  await vi.waitFor(() => expect(box.outbox.get()).toMatchObject([{ refused: 'It is archived.' }]))
  expect(calls).toHaveLength(1)
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
