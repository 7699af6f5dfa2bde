import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'
import { startProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { waitFor } from '../harness/wait.ts'
import { callTool } from '../looping/mcp-client.ts'

let proxy: TcpProxy
let baton: Baton
let ann: Person
let token: string
beforeAll(async () => {
  const servers = inject('servers')
  const url = new URL(servers.databaseUrl)
  proxy = await startProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  baton = await startBaton({}, undefined, { ...servers, databaseUrl: url.href })
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  ;({ token } = await ann.mcpToken())
})
afterAll(async () => {
  await baton.close()
  await proxy.close()
})

/** What was counted with these labels, in whatever series. */
async function counted(name: string, labels: Record<string, string>): Promise<number> {
  const { text } = await send(baton.url, 'GET', '/metrics')
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
const requests = (labels: Record<string, string>) => counted('baton_http_requests_total', labels)

async function tenOf(request: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let sent = 0; sent < 10; sent++) statuses.push(await request())
  return statuses
}

const figuresOf = (doors: readonly string[]) => Promise.all(doors.map((door) => requests({ door, status: '503' })))

async function upgrade(path: string): Promise<number> {
  const socket = new WebSocket(baton.url.replace('http', 'ws') + path)
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  answer.resume()
  return answer.statusCode ?? 0
}

test('an outage of 60 requests shows as 60, whichever door they came through', async () => {
  const doors: Record<string, () => Promise<number>> = {
    rest: async () => (await ann.call('GET', '/api/tasks/WEB-1')).status,
    mcp: async () => (await callTool(baton.url, token, 'list_tasks', {})).status,
    websocket: () => upgrade(`/api/ws?token=${ann.token}`),
    pages: async () => (await send(baton.url, 'GET', '/u/ann')).status,
    git: async () => (await send(baton.url, 'GET', '/marketplace/git/some.git/info/refs?service=git-upload-pack')).status,
    oauth: async () => (await fetch(`${baton.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) })).status,
  }
  const grant = { grant_type: 'refresh_token', refresh_token: 'none', client_id: '01900000-0000-7000-8000-000000000000' }
  const failed = () => counted('baton_http_request_seconds_count', { class: '5xx' })
  const [before, beforeAll] = [await figuresOf(Object.keys(doors)), await failed()]
  const answers: Record<string, number[]> = {}
  await proxy.stop()
  for (const [door, request] of Object.entries(doors)) answers[door] = await tenOf(request)
  // Before it is back: until then, asking whether it is counts too.
  const after = await figuresOf(Object.keys(doors))
  const [all, read] = [await failed(), await requests({ door: 'rest', route: '/api/tasks/:key', method: 'GET', status: '503' })]
  // Whatever it came to, the next test finds a database.
  await proxy.start()
  await waitFor('the database to be back', async () => (await ann.call('GET', '/api/projects')).status === 200)
  for (const door of Object.keys(doors)) expect([door, answers[door]]).toEqual([door, Array(10).fill(503)])
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([10, 10, 10, 10, 10, 10])
  expect([all - beforeAll, read]).toEqual([60, 10])
})

test('the label is the template of a route, whatever was requested, and a series is there before its first event', async () => {
  const missing = { route: '/api/tasks/:key', status: '404' }
  const before = await requests(missing)
  for (const path of ['/api/tasks/WEB-1', '/api/nothing-of-ours', '/%zz', '/api/tasks/WEB-1?secret=of-ann']) await ann.call('GET', path)
  expect(await upgrade('/api/nothing-of-ours')).toBe(404)
  await ann.call('PROPFIND', '/api/projects')
  const { text } = await send(baton.url, 'GET', '/metrics')
  for (const own of ['WEB-1', 'nothing-of-ours', 'zz', 'of-ann', 'PROPFIND']) expect(text).not.toContain(own)
  expect((await requests(missing)) - before).toBe(1)
  expect(text).toMatch(/^baton_http_request_seconds_count\{door="oauth",class="5xx"\} /m)
  expect(text).toMatch(/^baton_operation_seconds_count\{door="mcp",kind="write",result="failed"\} /m)
})

test('a stream counts when it begins', async () => {
  const [opened, streamed] = [
    { door: 'websocket', route: '/api/ws', status: '101' },
    { door: 'mcp', route: '/mcp/sse', status: '200' },
  ]
  const [before, beforeThat] = [await requests(opened), await requests(streamed)]
  const leaving = new AbortController()
  const stream = await fetch(`${baton.url}/mcp/sse`, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal })
  expect(stream.status).toBe(200)
  expect(await requests(streamed)).toBe(beforeThat + 1)
  leaving.abort()
  const socket = new WebSocket(`${baton.url.replace('http', 'ws')}/api/ws?token=${ann.token}`)
  await once(socket, 'open')
  expect(await requests(opened)).toBe(before + 1)
  socket.close()
})
