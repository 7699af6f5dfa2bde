import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { LiveClient, refusal } from './live-client.ts'

let baton: Baton
afterEach(() => baton.close())

const textPing = Buffer.concat([Buffer.from([0x81, 0x8a, 0, 0, 0, 0]), Buffer.from('{"ping":1}')])
const controlPing = Buffer.from([0x89, 0x80, 0, 0, 0, 0])

/** A hand-written client that sends the same frame as fast as the connection accepts it and never stops by itself. */
async function flood(person: Person, frame: Buffer): Promise<number | undefined> {
  const { port } = new URL(person.url)
  const socket = connect(Number(port), '127.0.0.1')
  const key = Buffer.alloc(16).toString('base64')
  const heads = ['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`]
  socket.write(`GET /api/ws?token=${person.token} HTTP/1.1\r\n${heads.join('\r\n')}\r\n\r\n`)
  socket.on('error', () => {})
  const received: Buffer[] = []
  socket.on('data', (data) => received.push(data))
  await once(socket, 'data')
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  await writeUntilClosed(socket, frame)
  await closed
  const all = Buffer.concat(received)
  const closing = all.indexOf('Too many frames')
  return closing < 2 ? undefined : all.readUInt16BE(closing - 2)
}

async function writeUntilClosed(socket: Socket, frame: Buffer): Promise<void> {
  const chunk = Buffer.concat(Array.from({ length: 1000 }, () => frame))
  while (!socket.destroyed) {
    if (socket.write(chunk)) await new Promise(setImmediate)
    else await new Promise<void>((resolve) => void socket.once('drain', resolve).once('close', resolve))
  }
}

test.each([
  ['frames', textPing],
  ['WebSocket pings', controlPing],
])('a socket that floods the node with %s is closed with 1008 after a few refusals', async (_, frame) => {
  baton = await startBaton({ READS_PER_MINUTE: '50' })
  const [ann, bob] = [await baton.person('ann'), await baton.person('bob')]
  const flooding = flood(ann, frame)
  await bob.do('GET', '/api/projects')
  expect(await flooding).toBe(1008)
  const again = await refusal(baton.url, { token: ann.token })
  expect(again).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  const live = await LiveClient.connect(bob)
  await live.settle()
  await live.close()
})

test('a client that goes over its limit once is told so and stays connected', async () => {
  baton = await startBaton({ READS_PER_MINUTE: '3' })
  baton.clock.advance(60_000 - (baton.clock.now().getTime() % 60_000))
  const live = await LiveClient.connect(await baton.person('ann'))
  for (let n = 0; n < 4; n++) live.send({ ping: n })
  await live.until((frame) => frame.error?.code === 'rate_limited')
  baton.clock.advance(60_000)
  await live.settle()
  await live.close()
})

test('a user has a bounded number of sockets, and a closed one makes room', async () => {
  baton = await startBaton({ SOCKETS_PER_USER: '2' })
  const [ann, bob] = [await baton.person('ann'), await baton.person('bob')]
  const [first, second] = [await LiveClient.connect(ann), await LiveClient.connect(ann)]
  expect(await refusal(baton.url, { token: ann.token })).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  const other = await LiveClient.connect(bob)
  await first.close()
  const third = await LiveClient.connect(ann)
  for (const one of [second, other, third]) await one.close()
})

test('a user has a bounded number of MCP streams, whichever organizations they are in', async () => {
  baton = await startBaton({ STREAMS_PER_USER: '2' })
  const ann = await baton.person('ann')
  const elsewhere = await ann.createOrganization('acme')
  const statuses: number[] = []
  const ending = new AbortController()
  for (const person of [ann, elsewhere, ann]) {
    const { token } = await person.mcpToken()
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    statuses.push((await fetch(`${baton.url}/mcp/sse`, { headers, signal: ending.signal })).status)
  }
  ending.abort()
  expect(statuses).toEqual([200, 200, 429])
})
