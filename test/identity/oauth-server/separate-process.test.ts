import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { roleUrl } from '../../../src/platform/database-login.ts'
import type { Baton } from '../../harness/baton.ts'
import { send, type Person } from '../../harness/person.ts'
import { freePort, startBatonAtItsAddress } from './baton-at.ts'
import { tokensFor, tryTool } from './login.ts'
import { settles, patience } from '../../harness/wait.ts'

const key = 'a service-role key of this very test'
let baton: Baton
let child: ChildProcess
let url: string
let output = ''
let environment: Record<string, string>

beforeAll(async () => {
  baton = await startBatonAtItsAddress({ AUTH_BACKEND_KEY: key })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  // It gets only the password of baton_app: neither DATABASE_KEY nor the SECRET_KEY that signs logins.
  environment = {
    NODE_ENV: 'test',
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: roleUrl(baton.config, 'baton_app'),
    REDIS_URL: baton.config.REDIS_URL,
    REDIS_PREFIX: baton.config.REDIS_PREFIX,
    SECRET_KEY: 'a secret of the MCP process and of nobody else',
    APP_URL: baton.config.APP_URL,
    AUTH_BACKEND_URL: baton.url,
    AUTH_BACKEND_KEY: key,
    PORT: String(port),
    LOG_LEVEL: 'debug',
  }
  child = spawn(process.execPath, [fileURLToPath(new URL('../../../src/main/mcp.ts', import.meta.url))], { env: environment })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
  await vi.waitUntil(() => output.includes('is listening'), { timeout: patience })
})
afterAll(async () => {
  child?.kill('SIGTERM')
  await baton?.close()
})

const ask = (path: string, body: unknown, headers: Record<string, string> = { authorization: `Bearer ${key}` }) =>
  send(baton.url, 'POST', `/internal/auth/${path}`, body, headers)

test('what the process was given opens nothing of the schema auth', async () => {
  expect(environment).not.toHaveProperty('DATABASE_KEY')
  const { DATABASE_URL = '' } = environment
  expect(() => roleUrl({ DATABASE_URL, DATABASE_KEY: '' }, 'baton_auth')).toThrow('may only be baton_app')
  const asAuth = new URL(DATABASE_URL)
  asAuth.username = 'baton_auth'
  await expect(new pg.Client({ connectionString: asAuth.href }).connect()).rejects.toThrow('password authentication failed')
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await expect(client.query('select * from auth.tokens')).rejects.toThrow('permission denied')
  await client.end()
})

test('it says that it lives and is ready, and has metrics of its own', async () => {
  expect((await send(url, 'GET', '/health/live')).status).toBe(200)
  expect((await send(url, 'GET', '/health/ready')).body).toMatchObject({ status: 'ready', schema: 'current' })
  expect((await send(url, 'GET', '/metrics')).text).toMatch(/^baton_redis_up 1$/m)
})

test('it serves tool calls with MCP tokens and OAuth tokens, reads and writes', async () => {
  const person = await baton.person()
  const { token } = await person.mcpToken()
  expect(await tryTool(url, token)).toBe(200)
  expect(await tryTool(url, token, 'create_project', { name: 'Elsewhere made', slug: 'elsewhere-made' })).toBe(200)
  expect((await person.call('GET', '/api/projects/elsewhere-made')).status).toBe(200)
  const oauth = await tokensFor(baton, 'project:read', person)
  expect(await tryTool(url, oauth.access_token)).toBe(200)
  expect(await tryTool(url, oauth.access_token, 'create_project', { name: 'No', slug: 'no-scope' })).toBe(403)
})

test('it refuses what the auth part does not know, and points to it', async () => {
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: { authorization: 'Bearer svc_live_nothing' }, body: '{}' })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('resource_metadata=')
  const document: any = await (await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)).json()
  expect(document.authorization_servers).toEqual([baton.url])
  expect((await fetch(`${url}/api/projects`)).status).toBe(404)
})

/** Opens a stream; the function waits for its end. */
async function openStream(token: string): Promise<() => Promise<void>> {
  const response = await fetch(`${url}/mcp/sse`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  await reader.read()
  return async () => {
    while (!(await reader.read().catch(() => ({ done: true }))).done);
  }
}

test('a revoked token is refused there at once, and its open stream ends with the next check', async () => {
  const person: Person = await baton.person()
  const { id, token } = await person.mcpToken()
  const end = await openStream(token)
  await person.do('DELETE', `/api/settings/mcp-tokens/${id}`)
  expect(await tryTool(url, token)).toBe(401)
  await settles('the stream to end', end())
})

test('the questions are answered to the right key only, and to no page', async () => {
  const { token } = await (await baton.person()).mcpToken()
  const question = { credential: token, audiences: [] }
  expect((await ask('identify', question)).status).toBe(200)
  expect((await ask('identify', question, {})).status).toBe(403)
  expect((await ask('identify', question, { authorization: 'Bearer wrong' })).status).toBe(403)
  expect((await ask('identify', question, { authorization: `Bearer ${key}`, origin: baton.url })).status).toBe(403)
  expect((await ask('identify', { credential: (await baton.person()).token, audiences: [] })).status).toBe(401)
})

test('without a key there is nobody to ask', async () => {
  const plain = await startBatonAtItsAddress()
  expect((await send(plain.url, 'POST', '/internal/auth/identify', {}, { authorization: 'Bearer ' })).status).toBe(404)
  await plain.close()
})

test('neither the key nor a token stands in its log', async () => {
  const { token } = await (await baton.person()).mcpToken()
  await tryTool(url, token)
  expect(output).not.toContain(key)
  expect(output).not.toContain(token)
})
