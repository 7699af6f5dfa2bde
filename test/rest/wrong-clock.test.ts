import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person, send } from '../harness/person.ts'
import { clockAhead } from '../harness/wrong-clock.ts'

const script = fileURLToPath(new URL('../../src/main/serve.ts', import.meta.url))
const hours = 3_600_000

let baton: Baton
let ahead: ChildProcess
let url: string
let output = ''
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  const { DATABASE_URL, DATABASE_KEY, REDIS_URL, REDIS_PREFIX, SECRET_KEY, APP_URL, FILES_URL } = baton.config
  ahead = spawn(process.execPath, [clockAhead(2 * hours), script], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...{ DATABASE_URL, DATABASE_KEY, REDIS_URL, REDIS_PREFIX, APP_URL },
      FILES_URL: FILES_URL ?? '',
      SECRET_KEY: SECRET_KEY.join(','),
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const address = output.match(/listening at (\S+)/)?.[1]
      if (address) resolve(address)
    }
    ahead.stdout?.on('data', read)
    ahead.stderr?.on('data', read)
    ahead.on('exit', () => reject(new Error(output)))
  })
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(async () => {
  ahead.kill('SIGKILL')
  await baton.close()
})

/** The same person with the same token, at the server whose clock is wrong. */
const there = (person: Person) => new Person(url, { user: person.user, token: person.token, refresh_token: '' }, person.password)

test('a server two hours ahead is not ready, is degraded, and says why once', async () => {
  const ready = await send(url, 'GET', '/health/ready')
  expect([ready.status, ready.body.status, ready.body.clock]).toEqual([503, 'not ready', 'off'])
  expect(ready.body.clock_ahead_seconds).toBeCloseTo(7200, -1)
  const health = await send(url, 'GET', '/health')
  expect([health.status, health.body.status, health.body.clock]).toEqual([200, 'degraded', 'off'])
  const lines = output.split('\n').filter((line) => line.includes('clock'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain("this machine's clock differs from PostgreSQL's")
  expect((await send(url, 'GET', '/metrics')).text).toMatch(/^baton_clock_skew_seconds 7\d{3}/m)
  expect((await send(baton.url, 'GET', '/health/ready')).body.clock).toBe('ok')
})

test('it takes over no lease, and the leases it gives end like all others', async () => {
  const { key } = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Held' })
  const { lease } = await ann.do('POST', `/api/tasks/${key}/claim`, { minutes: 30 })
  expect((await there(ann).call('POST', `/api/tasks/${key}/claim`, {})).status).toBe(409)
  expect((await ann.do('GET', `/api/tasks/${key}`)).lease).toMatchObject({ until: lease.until })
  const other = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Held there' })
  const held = await there(ann).do('POST', `/api/tasks/${other.key}/claim`, { minutes: 30 })
  expect(Math.abs(Date.parse(held.lease.until) - Date.parse(lease.until))).toBeLessThan(hours / 4)
})

test('tokens of the others are good there, and those from there are good elsewhere for as long as any', async () => {
  expect((await there(ann).call('GET', '/api/auth/me')).status).toBe(200)
  const logIn = (at: string) => send(at, 'POST', '/api/auth/login', { email: ann.user.email, password: ann.password })
  const [login, usual] = [await logIn(url), await logIn(baton.url)]
  expect(login.status).toBe(200)
  const here = new Person(baton.url, login.body, ann.password)
  expect((await here.call('GET', '/api/auth/me')).status).toBe(200)
  expect(Math.abs(Date.parse(login.body.expires_at) - Date.parse(usual.body.expires_at))).toBeLessThan(hours / 4)
})

test('what is made there sorts before what is made later elsewhere', async () => {
  const first = await there(ann).do('POST', '/api/tasks', { project: 'web', title: 'First' })
  const second = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Second' })
  expect(first.id < second.id).toBe(true)
  expect(first.created_at < second.created_at).toBe(true)
})
