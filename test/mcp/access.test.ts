import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let token: string

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const accept = { accept: 'application/json, text/event-stream' }
type Door = [method: string, path: string, body: object | undefined]
const doors: [Door, Door, Door, Door] = [
  ['GET', '/mcp/sse', undefined],
  ['POST', '/mcp/sse', ping],
  ['POST', '/mcp', ping],
  ['POST', '/mcp/messages?session=x&node=y', ping],
]

beforeAll(async () => {
  baton = await startBaton({ CORS_ORIGINS: 'https://tools.example.com' })
  ann = await baton.person('ann')
  token = (await ann.mcpToken()).token
})
afterAll(() => baton.close())

const knock = (door: Door, headers: Record<string, string>) => send(baton.url, door[0], door[1], door[2], { ...accept, ...headers })

test.each(doors)('%s %s is closed to whoever has no MCP token', async (...door) => {
  const revoked = await ann.mcpToken('revoked')
  await ann.do('DELETE', `/api/settings/mcp-tokens/${revoked.id}`)
  for (const given of [undefined, 'Bearer svc_live_wrong', `Bearer ${ann.token}`, `Bearer ${revoked.token}`, 'Basic YTpi']) {
    const answer = await knock(door, given ? { authorization: given } : {})
    expect(answer.status, given).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(answer.body.code).toBe('unauthenticated')
  }
})

test.each(doors)('%s %s is closed to pages of other origins', async (...door) => {
  const answer = await knock(door, { authorization: `Bearer ${token}`, origin: 'https://evil.example.com' })
  expect(answer.status).toBe(403)
})

test('pages of our own origin and of those allowed may connect', async () => {
  for (const origin of [new URL(baton.config.APP_URL).origin, 'https://tools.example.com']) {
    expect((await knock(doors[2], { authorization: `Bearer ${token}`, origin })).status).toBe(200)
  }
})

test('a server on loopback answers to no name that merely points at it', async () => {
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    const headers = { host: 'rebound.example.com', authorization: `Bearer ${token}`, 'content-type': 'application/json', ...accept }
    const sent = request(`${baton.url}/mcp`, { method: 'POST', headers }, (response) => resolve(response.statusCode))
    sent.on('error', reject).end(JSON.stringify(ping))
  })
  expect(status).toBe(403)
})

test('a response has the headers every response of Baton has', async () => {
  const answer = await knock(doors[2], { authorization: `Bearer ${token}` })
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-request-id')).toBeTruthy()
})

test('there is no stream to GET and no session to DELETE at /mcp', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await send(baton.url, method, '/mcp', undefined, { authorization: `Bearer ${token}`, ...accept })
    expect(answer.status).toBe(405)
  }
})

test('a message that is no JSON-RPC is refused', async () => {
  const answer = await send(baton.url, 'POST', '/mcp/messages?session=x&node=y', { hello: 'there' }, { authorization: `Bearer ${token}` })
  expect(answer.status).toBe(400)
  const other = await send(baton.url, 'POST', '/mcp', { hello: 'there' }, { authorization: `Bearer ${token}`, ...accept })
  expect(other.status).toBe(400)
})

test('whoever comes with an expired token is told how the agent keeps what it knows', async () => {
  const { token: short } = await ann.do('POST', '/api/settings/mcp-tokens', { name: 'short', expires_in_days: 1 })
  expect((await knock(doors[2], { authorization: `Bearer ${short}` })).status).toBe(200)
  baton.clock.advance(25 * 60 * 60 * 1000)
  const answer = await knock(doors[2], { authorization: `Bearer ${short}` })
  expect(answer).toMatchObject({ status: 401, body: { detail: expect.stringContaining('choose the same agent') } })
})
