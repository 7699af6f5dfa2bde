import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { settles, waitFor } from '../harness/wait.ts'
import { LiveClient, messagesFor } from '../websocket/live-client.ts'
import { browserFrames } from './frames.ts'
import { below, howMany, malformed, oneOf, randomFrom, seed, watchProcess } from './generate.ts'

// A browser, or a program that is logged in, sends whatever it likes over its live connection.

const watched = watchProcess()
let baton: Baton
let ann: Person
let bob: Person
beforeAll(async () => {
  baton = await startBaton({ SOCKETS_PER_USER: '1000' })
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  bob = await baton.person('bob')
  await bob.do('POST', '/api/projects', { name: 'App', slug: 'app' })
})
afterAll(async () => {
  watched.stop()
  await baton.close()
})

const connect = async () => {
  const { ticket } = await ann.do('POST', '/api/auth/ws-ticket', {})
  return LiveClient.withTicket(baton.url, ticket)
}

test(`${howMany} hostile frames are answered or end their own connection (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const watching = await LiveClient.withTicket(baton.url, (await bob.do('POST', '/api/auth/ws-ticket', {})).ticket)
  watching.socket.send('{"subscribe":{"id":"mine","to":"organization"}}')
  let client = await connect()
  for (let sent = 0; sent < howMany; sent++) {
    if (client.socket.readyState !== client.socket.OPEN) client = await connect()
    const text = malformed(random, oneOf(random, browserFrames))
    const way = below(random, 30)
    if (way === 0) client.socket.send(Buffer.from(text))
    else if (way === 1) client.socket.ping(text.slice(0, 20))
    // Not a frame at all, or half of one, below the library.
    else if (way === 2) raw(client).write(Buffer.from(Array.from({ length: 1 + below(random, 20) }, () => below(random, 256))))
    else if (way === 3) raw(client).end()
    else client.socket.send(text)
    if (sent % 20 === 19) await answered(client)
  }
  await answered(client)
  const last = await connect()
  last.socket.send('{"ping":7}')
  await waitFor('a pong', () => last.frames.some(({ pong }) => pong === 7))
  expect(last.frames.flatMap((frame) => (messagesFor(frame).length === 0 ? [frame] : []))).toEqual([])
  // Nobody else's connection was closed, and it is told what happens.
  await bob.do('POST', '/api/tasks', { project: 'app', title: 'Told' })
  await waitFor('bob to be told', () => watching.frames.some(({ event }) => event?.type === 'task.created'))
  expect(watched.ends).toEqual([])
})

test('a message that is too large ends its connection', async () => {
  const client = await connect()
  client.socket.on('error', () => {})
  client.socket.send('x'.repeat(1024 * 1024 + 1))
  expect((await settles('the end', client.closed)).code).toBe(1009)
})

const raw = ({ socket }: LiveClient) => {
  socket.on('error', () => {})
  return (socket as unknown as { _socket: { write(data: Buffer): void; end(): void } })._socket
}

let pings = 1_000
/** Everything that was sent has been dealt with, or the connection is over. */
async function answered(client: LiveClient): Promise<void> {
  const number = ++pings
  if (client.socket.readyState === client.socket.OPEN) client.socket.send(JSON.stringify({ ping: number }))
  await waitFor(
    'an answer or the end',
    () => client.socket.readyState === client.socket.CLOSED || client.frames.some(({ pong }) => pong === number),
    Boolean,
    20_000,
  ).catch(() =>
    // Half a frame of the library's own swallows what follows it.
    client.socket.terminate(),
  )
}
