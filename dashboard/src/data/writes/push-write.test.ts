import { beforeEach, expect, test, vi } from 'vitest'

const { calls, kept, sync, server } = vi.hoisted(() => ({
  /** What took effect on the server, in order, pushed or as a call. */
  calls: [] as string[],
  kept: new Map<string, any>(),
  sync: {} as import('./sync-stand-in.ts').SyncStandIn,
  server: {
    /** Hooks on the request path and on the response path. */
    reach: async (): Promise<void> => {},
    reply: async (): Promise<void> => {},
    answer: async (_operation: string, _input: any): Promise<unknown> => ({}),
  },
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
vi.mock('@baton/client/push', () => ({
  pushChanges: async (_: object, device: string, mutations: any[]) => {
    await server.reach()
    const answer = await sync.push(device, mutations)
    await server.reply()
    return answer
  },
}))
vi.mock('../client.ts', () => ({
  optionsFor: () => ({}),
  clientFor: () =>
    new Proxy(
      {},
      {
        get: (_, name: string) => async (input: any) => {
          await server.reach()
          if (name === 'registerSyncDevice') return sync.register()
          calls.push(`call ${name} ${input.task}`)
          return server.answer(name, input)
        },
      },
    ),
}))

type Outbox = typeof import('./outbox.ts')
let box: Outbox
let connection: (typeof import('../live/connection.ts'))['connection']

const refusal = async (status: number, code: string, more: object = {}) => {
  const { BatonError } = await import('@baton/client')
  return BatonError.from(Response.json({ code, detail: 'No.', ...more }, { status }))
}
const wifiGone = () => Promise.reject(new TypeError('Failed to fetch'))
const spec = (operation: 'moveTask' | 'claimTask', task: string) => ({
  organization: 'acme',
  operation,
  input: { task },
  label: `${operation} ${task}`,
})
const write = (operation: 'moveTask' | 'claimTask', task: string) => box.write(spec(operation, task)).catch(() => null)
const numbers = (device: string) => sync.devices.get(device)?.map(({ outcome: { mid, status } }) => `${mid} ${status}`)

/** Simulates a reload: a new page that finds what was stored. */
async function open(): Promise<void> {
  const { standInForBrowser } = await import('../browser-stand-in.ts')
  standInForBrowser()
  // The previous page is gone, and its memory with it.
  ;(box as Outbox | undefined)?.outbox.set([])
  vi.resetModules()
  box = await import('./outbox.ts')
  ;({ connection } = await import('../live/connection.ts'))
}

beforeEach(async () => {
  calls.length = 0
  kept.clear()
  const { standInForSync } = await import('./sync-stand-in.ts')
  const run = async (operation: string, input: any) => {
    if (operation === 'claimTask') throw await refusal(400, 'invalid', { reason: 'not_syncable' })
    const answer = await server.answer(operation, input)
    calls.push(`push ${operation} ${input.task}`)
    return answer
  }
  Object.assign(sync, standInForSync(run))
  Object.assign(server, { reach: async () => {}, reply: async () => {}, answer: async () => ({}) })
  await open()
})

test('what was done with a connection is an ordinary call; what was done without one is pushed, in its order', async () => {
  await write('moveTask', 'A-1')
  connection.set('offline')
  server.reach = wifiGone
  const later = [write('moveTask', 'A-2'), write('moveTask', 'A-3')]
  await vi.waitFor(() => expect(kept.size).toBe(2))
  server.reach = async () => {}
  await Promise.all(later)
  expect(calls).toEqual(['call moveTask A-1', 'push moveTask A-2', 'push moveTask A-3'])
  expect([sync.devices.size, numbers('device 1')]).toEqual([1, ['1 applied', '2 applied']])
  expect([box.outbox.get(), kept.size]).toEqual([[], 0])
})

test('an answer that is lost, and a reload: the same number again, and one effect', async () => {
  connection.set('offline')
  server.reply = wifiGone
  void write('moveTask', 'A-1')
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await vi.waitFor(() => expect([...kept.values()]).toMatchObject([{ pushed: { device: 'device 1', mid: 1 } }]))
  await open()
  server.reply = async () => {}
  await box.restoreOutbox()
  await vi.waitFor(() => expect(kept.size).toBe(0))
  expect(calls).toEqual(['push moveTask A-1'])
  void write('moveTask', 'A-2')
  await vi.waitFor(() => expect(calls).toHaveLength(2))
})

test('a call whose answer was lost stays a call: its key is what makes it harmless', async () => {
  server.answer = wifiGone
  void write('moveTask', 'A-1')
  void write('moveTask', 'A-2')
  await vi.waitFor(() => expect(box.outbox.get()).toMatchObject([{ waited: true }, { waited: true, offline: true }]))
  server.answer = async () => ({})
  await vi.waitFor(() => expect(box.outbox.get()).toEqual([]), 5000)
  expect(calls).toEqual(['call moveTask A-1', 'call moveTask A-1', 'push moveTask A-2'])
})

test('what cannot be pushed is a call, in its place', async () => {
  connection.set('offline')
  await Promise.all([write('moveTask', 'A-1'), write('claimTask', 'A-2'), write('moveTask', 'A-3')])
  expect(calls).toEqual(['push moveTask A-1', 'call claimTask A-2', 'push moveTask A-3'])
  expect(numbers('device 1')).toEqual(['1 applied', '2 rejected', '3 applied'])
})

test('a rejection is kept for its author with the words of the operation, and holds up nothing', async () => {
  connection.set('offline')
  server.answer = async (_, { task }) =>
    task === 'A-1' ? Promise.reject(await refusal(409, 'conflict', { detail: 'It is archived.' })) : {}
  await Promise.all([write('moveTask', 'A-1'), write('moveTask', 'A-2')])
  expect(box.outbox.get()).toMatchObject([{ refused: 'It is archived.', label: 'moveTask A-1' }])
  expect(calls).toEqual(['push moveTask A-2'])
})

test('a device that was removed is registered anew, and nothing is lost', async () => {
  connection.set('offline')
  await write('moveTask', 'A-1')
  sync.devices.delete('device 1')
  sync.devices.set('another', [])
  await Promise.all([write('moveTask', 'A-2'), write('moveTask', 'A-3')])
  expect(calls).toEqual(['push moveTask A-1', 'push moveTask A-2', 'push moveTask A-3'])
  expect(numbers('device 2')).toEqual(['1 applied', '2 applied'])
})

test('a device that has lost count goes on where the server is', async () => {
  connection.set('offline')
  await write('moveTask', 'A-1')
  // A write that is dropped before it is sent leaves its number unused.
  sync.kept.set('ann acme', { ...sync.kept.get('ann acme'), mid: 7 })
  await write('moveTask', 'A-2')
  expect(numbers('device 1')).toEqual(['1 applied', '2 applied'])
  // Another tab has used the number of a write that never arrived.
  server.reach = wifiGone
  void write('moveTask', 'A-3')
  await vi.waitFor(() => expect(box.outbox.get()[0]?.pushed?.mid).toBe(3))
  server.reach = async () => {}
  await sync.push('device 1', [{ mid: 3, operation: 'moveTask', input: { task: 'A-4' }, hlc: '' }])
  await vi.waitFor(() => expect(box.outbox.get()).toEqual([]), 5000)
  expect(calls.slice(2)).toEqual(['push moveTask A-4', 'push moveTask A-3'])
  expect(sync.devices.size).toBe(1)
})

test('where no device can be registered, it is a call', async () => {
  connection.set('offline')
  sync.register = async () => Promise.reject(await refusal(409, 'conflict'))
  await write('moveTask', 'A-1')
  expect(calls).toEqual(['call moveTask A-1'])
})
