import { on, once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { dialAsMachine } from '../../machine/src/dial.ts'
import type { Pairing } from '../../machine/src/home.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { TestMachine } from '../machines/machines.ts'
import { hello, machineFrames } from './frames.ts'
import { howMany, malformed, oneOf, randomFrom, seed, watchProcess } from './generate.ts'

// A machine that is paired like any other, and then sends what no machine would.

let baton: Baton
let ann: Person
let bob: Person
let machine: TestMachine
const watched = watchProcess()

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person()
  bob = await baton.person()
  machine = await TestMachine.pair(ann)
})
afterAll(async () => {
  watched.stop()
  await machine.close()
  await baton.close()
})

const closing = new WeakMap<WebSocket, Promise<number>>()

async function connect(): Promise<WebSocket> {
  const socket = await dialAsMachine(machine.home, machine.home.pairing as Pairing)
  socket.on('error', () => {})
  closing.set(socket, new Promise((resolve) => socket.once('close', resolve)))
  socket.resume()
  socket.send(JSON.stringify(hello))
  return socket
}

/** Resolves once the server has read all that was sent before: to the code it closed with, or to 0 if it went on. */
async function answered(socket: WebSocket): Promise<number> {
  const over = new AbortController()
  const { signal } = over
  const closed = closing.get(socket) ?? Promise.resolve(1006)
  socket.send(JSON.stringify({ type: 'heartbeat' }))
  const pong = (async () => {
    for await (const [data] of on(socket, 'message', { signal })) if (String(data).includes('"pong"')) return 0
    return 0
  })().catch(() => closed)
  return Promise.race([closed, pong]).finally(() => over.abort())
}

test.each([
  ['null'],
  ['{"type":"stream_refused","stream":{"toString":1,"valueOf":1}}'],
  ['{"type":"stream_refused","reason":{"toString":1,"valueOf":1}}'],
  ['{"type":"heartbeat","runs":1}'],
  ['{"type":"hello"}'],
  ['7'],
  ['{'],
])('a frame %s ends its own connection and nothing else', async (frame) => {
  const socket = await connect()
  socket.send(frame)
  expect(await answered(socket)).toBe(1007)
  expect((await bob.call('GET', '/api/projects')).status).toBe(200)
  expect(watched.ends).toEqual([])
})

test('a frame of a type that the server does not know is skipped: the machine may be newer', async () => {
  const socket = await connect()
  socket.send('{"type":"weather","text":"rain"}')
  socket.send('{"type":"constructor"}')
  expect(await answered(socket)).toBe(0)
  socket.terminate()
})

test(`${howMany} generated frames end no process, and the next machine is served (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  let socket = await connect()
  let closed = 0
  for (let sent = 0; sent < howMany; sent++) {
    const frame = malformed(random, oneOf(random, machineFrames))
    socket.send(random() < 0.05 ? Buffer.from(frame) : frame)
    if ((await answered(socket)) === 0) continue
    closed++
    socket = await connect()
  }
  expect(closed).toBeGreaterThan(howMany / 4)
  socket.terminate()
  await once(socket, 'close')
  const honest = await connect()
  expect(await answered(honest)).toBe(0)
  honest.terminate()
  expect((await bob.call('GET', '/api/projects')).status).toBe(200)
  expect(watched.ends).toEqual([])
})
