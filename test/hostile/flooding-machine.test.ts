import { afterAll, afterEach, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { dialAsMachine } from '../../machine/src/dial.ts'
import type { Pairing } from '../../machine/src/home.ts'
import { operations as all } from '../../src/capabilities/operations.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { TestMachine, until } from '../machines/machines.ts'
import { watchProcess } from './generate.ts'

// A machine that sends as fast as its connection takes it, and never stops by itself.

let baton: Baton
let machine: TestMachine
const watched = watchProcess()
afterEach(async () => {
  await machine.close()
  await baton.close()
})
afterAll(() => watched.stop())

async function start(overrides: Record<string, string>, operations?: ReadonlyMap<string, Operation>): Promise<WebSocket> {
  baton = await startBaton(overrides, operations)
  const ann = await baton.person('ann')
  machine = await TestMachine.pair(ann)
  return dial()
}
async function dial(): Promise<WebSocket> {
  const socket = await dialAsMachine(machine.home, machine.home.pairing as Pairing)
  socket.on('error', () => {})
  socket.resume()
  return socket
}

/** Resolves to the code with which the server closes the connection. */
async function flood(socket: WebSocket, frame: string): Promise<number> {
  let code: number | undefined
  socket.on('close', (how) => void (code = how))
  while (code === undefined) {
    if (socket.bufferedAmount < 1_000_000) for (let sent = 0; sent < 100; sent++) socket.send(frame, () => {})
    await new Promise(setImmediate)
  }
  return code
}

test.each([
  ['heartbeats', '{"type":"heartbeat"}'],
  ['heartbeats with runs', JSON.stringify({ type: 'heartbeat', runs: [{ run: crypto.randomUUID(), fence: 1 }] })],
  ['unknown frames', '{"type":"weather"}'],
])('a flood of %s is closed with 1008, and others are served', async (_, frame) => {
  const socket = await start({ READS_PER_MINUTE: '50' })
  const bob = await baton.person('bob')
  expect(await flood(socket, frame)).toBe(1008)
  expect((await bob.call('GET', '/api/projects')).status).toBe(200)
  expect(watched.ends).toEqual([])
})

test('large frames count by their bytes', async () => {
  const socket = await start({})
  expect(await flood(socket, JSON.stringify({ type: 'weather', text: 'x'.repeat(1_900_000) }))).toBe(1008)
})

test('one heartbeat is recorded at a time, and those that come in the meantime count as one', async () => {
  const { phases, ...touch } = all.get('touchTunnel') as Operation
  const [recorded, running] = [{ times: 0 }, { now: 0, most: 0 }]
  const handle: Operation['phases']['handle'] = async (...call) => {
    recorded.times++
    running.most = Math.max(running.most, ++running.now)
    return phases.handle(...call).finally(() => running.now--)
  }
  const socket = await start({}, new Map<string, Operation>([...all, ['touchTunnel', { ...touch, phases: { ...phases, handle } }]]))
  let pongs = 0
  socket.on('message', (data: Buffer) => void (pongs += Number(data.toString().includes('"pong"'))))
  for (let sent = 0; sent < 500; sent++) socket.send('{"type":"heartbeat"}')
  await until('all to be answered', () => pongs === 500)
  await until('the last to be recorded', () => running.now === 0 && recorded.times > 1)
  expect(running.most).toBe(1)
  expect(recorded.times).toBeLessThan(250)
  socket.terminate()
})

test('a machine for which too much waits is made to wait, and all it has said is recorded', async () => {
  const socket = await start({})
  const results = 600
  let received = 0
  socket.on('message', (data: Buffer) => void (received += Number(data.toString().includes('"received"'))))
  const result = { type: 'result', outcome: 'done', exit_code: 0, output: 'x'.repeat(2_000), error: null }
  for (let sent = 0; sent < results; sent++) socket.send(JSON.stringify({ ...result, id: crypto.randomUUID() }))
  await until('all to be received', () => received === results)
  socket.terminate()
})
