import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { startNode, type Node } from '../../../src/main/node.ts'
import { newId } from '../../../src/platform/ids.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send, type Person } from '../../harness/person.ts'
import { result, sseClient } from '../clients.ts'
import { openSse, type SseStream } from './sse-stream.ts'
import { settles } from '../../harness/wait.ts'

let baton: Baton
let other: Node
let ann: Person
let bob: Person
let token: string

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

beforeAll(async () => {
  baton = await startBaton()
  other = await baton.addNode()
  ;[ann, bob] = await Promise.all([baton.person('ann'), baton.person('bob')])
  token = (await ann.mcpToken()).token
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

const post = (url: string, path: string, by: string) => send(url, 'POST', path, ping, { authorization: `Bearer ${by}` })

async function endpointOf(stream: SseStream): Promise<string> {
  const first = await stream.next()
  expect(first?.event).toBe('endpoint')
  return first?.data ?? ''
}

test('the first event names the address to post to, and answers come on the stream', async () => {
  const stream = await openSse(baton.url, token)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  const posted = await post(baton.url, await endpointOf(stream), token)
  expect(posted.status).toBe(202)
  const answer = await stream.next()
  expect(answer?.event).toBe('message')
  expect(JSON.parse(answer?.data ?? '')).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  stream.abort()
})

test('a session is its owner’s: to anybody else it does not exist, on any node', async () => {
  const stream = await openSse(baton.url, token)
  const path = await endpointOf(stream)
  const foreign = (await bob.mcpToken()).token
  const ownElsewhere = (await (await ann.createOrganization('elsewhere')).mcpToken()).token
  const nowhere = path.replace(/session=[^&]+/, 'session=unknown')
  for (const url of [baton.url, other.address]) {
    const missing = await post(url, nowhere, token)
    expect(missing.status).toBe(404)
    for (const by of [foreign, ownElsewhere]) {
      const refused = await post(url, path, by)
      expect([refused.status, refused.text]).toEqual([missing.status, missing.text])
    }
    expect((await post(url, path.replace(/node=.+/, `node=${newId()}`), token)).text).toBe(missing.text)
    expect((await post(url, path.replace(/node=.+/, 'node=*'), token)).text).toBe(missing.text)
  }
  stream.abort()
})

test('a session outlives the token that opened it while another of the same person’s is used', async () => {
  const stream = await openSse(baton.url, token)
  const path = await endpointOf(stream)
  expect((await post(baton.url, path, (await ann.mcpToken('second')).token)).status).toBe(202)
  stream.abort()
})

test('a session that was left is gone', async () => {
  const stream = await openSse(baton.url, token)
  const path = await endpointOf(stream)
  stream.abort()
  await expect.poll(async () => (await post(baton.url, path, token)).status).toBe(404)
})

test('messages that land on another node reach the session all the same', async () => {
  // As behind a load balancer: the stream is on one node, every POST goes to the other.
  const client = await sseClient({ url: baton.url, token, postsTo: other.address })
  const titles = Array.from({ length: 100 }, (_, place) => `forwarded ${place}`)
  // Ten at once: creates in one project take turns for their number, and a hundred would wait too long on a busy machine.
  for (let place = 0; place < titles.length; place += 10) {
    const some = titles.slice(place, place + 10)
    const tasks = await Promise.all(some.map((title) => result(client, 'create_task', { project: 'web', title })))
    expect(tasks.map((task) => task.title)).toEqual(some)
  }
  await client.close()
})

test('an open stream ends with its token', async () => {
  const doomed = await ann.mcpToken('doomed')
  const stream = await openSse(baton.url, doomed.token)
  const path = await endpointOf(stream)
  await ann.do('DELETE', `/api/settings/mcp-tokens/${doomed.id}`)
  await settles('the stream to end', stream.ended)
  expect((await post(baton.url, path, token)).status).toBe(404)
})

test('a node that stops ends its streams cleanly, and lets the calls that run finish', async () => {
  const node = await startNode(baton.config, operations, baton.clock)
  const stream = await openSse(node.address, token)
  const path = await endpointOf(stream)
  const create = { name: 'create_task', arguments: { project: 'web', title: 'the last one' } }
  const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: create }
  expect((await send(node.address, 'POST', path, message, { authorization: `Bearer ${token}` })).status).toBe(202)
  const closed = node.close()
  expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({
    id: 7,
    result: { structuredContent: { key: expect.any(String), status: 'backlog' } },
  })
  expect(await stream.next()).toBeNull()
  await closed
  expect((await post(baton.url, path, token)).status).toBe(404)
})
