import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { keepAlive } from '../../src/doors/websocket/keep-alive.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { LiveClient } from './live-client.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

test('a bad frame is answered with what would be right, and the socket stays', async () => {
  const live = await LiveClient.connect(ann)
  live.socket.send(Buffer.from([1, 2, 3]))
  for (const frame of [
    '',
    'no json',
    'null',
    '[]',
    '{}',
    '{"subscribe":{"id":"x","to":"project"}}',
    '{"subscribe":{"id":"x","to":"moon"}}',
  ])
    live.send(frame)
  live.send({ unsubscribe: 'unknown' })
  await live.settle()
  expect(live.frames.filter((frame) => frame.error?.code === 'invalid')).toHaveLength(8)
  expect(live.frames.filter((frame) => frame.error?.id === 'x')).toHaveLength(2)
  expect(live.frames.filter((frame) => frame.error?.code === 'not_found')).toHaveLength(1)
  await live.close()
})

test('an id is used once at a time, and a connection has at most 128 subscriptions', async () => {
  const live = await LiveClient.connect(ann)
  for (let n = 0; n < 128; n++) live.send({ subscribe: { id: `s${n}`, to: 'organization' } })
  expect((await live.subscribe({ id: 'one too many', to: 'organization' })).error?.code).toBe('conflict')
  live.send({ unsubscribe: 's7' })
  await live.until((frame) => frame.unsubscribed === 's7')
  expect((await live.subscribe({ id: 'in its place', to: 'organization' })).subscribed).toBe('in its place')
  live.send({ unsubscribe: 's8' })
  live.send({ subscribe: { id: 's9', to: 'organization' } })
  expect((await live.until((frame) => frame.error?.id === 's9')).error?.code).toBe('conflict')
  await live.close()
})

test('no frame, whatever is in it, brings the server down or gets an internal error', async () => {
  const live = await LiveClient.connect(ann)
  const field = fc.oneof(fc.string(), fc.constantFrom('organization', 'project', 'user', 'web', '\u0000', '__proto__'), fc.anything())
  const shaped = fc.record({ subscribe: fc.record({ id: field, to: field, project: field, after: fc.anything() }, { requiredKeys: [] }) })
  const frame = fc.oneof(
    fc.json(),
    fc.string(),
    shaped.map((value) => safeJson(value)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )
  for (const one of fc.sample(frame, 500)) live.socket.send(one)
  live.send({ subscribe: { id: 'zero', to: 'project', project: 'a\u0000b' } })
  await live.until((answer) => answer.error?.id === 'zero')
  await live.settle()
  expect(live.frames.filter((answer) => answer.error?.code === 'internal')).toEqual([])
  await live.close()
})

const safeJson = (value: unknown): string => JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? ''

test('a message above 1 MiB closes the socket', async () => {
  const live = await LiveClient.connect(ann)
  live.send('x'.repeat(1024 * 1024 + 1))
  expect((await live.closed).code).toBe(1009)
})

test('a client that does not read is closed with a reason, and can resume', async () => {
  const live = await LiveClient.connect(ann)
  const { at = 0 } = await live.subscribe({ id: 'org', to: 'organization' })
  for (let n = 1; n < 100; n++) await live.subscribe({ id: `org ${n}`, to: 'organization' })
  const witness = await LiveClient.connect(ann)
  await witness.subscribe({ id: 'org', to: 'organization' })
  live.socket.pause()
  const description = 'long '.repeat(4_000)
  // Kernel buffers absorb several megabytes before the server notices that nobody reads.
  for (let n = 0; n < 20; n++) await ann.do('POST', '/api/tasks', { project: 'web', title: `Long ${n}`, description })
  // Whoever follows the log is offered an event in the same turn.
  await witness.until((frame) => frame.seq === at + 20)
  await witness.close()
  live.socket.resume()
  expect(await live.closed).toMatchObject({ code: 1013, reason: expect.stringContaining('Too slow') })
  const again = await LiveClient.connect(ann)
  await again.subscribe({ id: 'org', to: 'organization', after: at })
  await again.until((frame) => frame.seq === at + 20)
  expect(again.events('org').map((event) => event.seq)).toEqual(Array.from({ length: 20 }, (_, n) => at + 1 + n))
  await again.close()
})

test('a client that answers no ping is cut', async () => {
  const server = new WebSocketServer({ port: 0 })
  await once(server, 'listening')
  server.on('connection', (socket) => socket.on('close', keepAlive(socket, 40, 2_000)))
  const address = server.address() as { port: number }
  const [deaf, alive] = [false, true].map((autoPong) => new WebSocket(`ws://127.0.0.1:${address.port}`, { autoPong }))
  if (!deaf || !alive) throw new Error('unreachable')
  await Promise.all([once(deaf, 'open'), once(alive, 'open')])
  await once(deaf, 'close')
  await once(alive, 'ping')
  await once(alive, 'ping')
  expect(alive.readyState).toBe(WebSocket.OPEN)
  alive.terminate()
  server.close()
})
