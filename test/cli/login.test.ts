import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../../src/platform/version.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { closedPort } from './faults.ts'
import { Machine } from './machine.ts'

let baton: Baton
let ann: Person
let machine: Machine

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  machine = await Machine.open(baton.url)
})
afterAll(async () => {
  machine.close()
  await baton.close()
})

const file = () => join(machine.home, '.config/baton/credentials.json')
const stored = () => JSON.parse(readFileSync(file(), 'utf8'))
const sessions = async () => (await ann.do('GET', '/api/settings/sessions')).items.filter(({ kind }: { kind: string }) => kind === 'device')

test('without a login, a command says how to get one', async () => {
  const { code, stderr, stdout } = await machine.run(['tasks'])
  expect(code).toBe(3)
  expect(stdout).toBe('')
  expect(stderr).toBe(`Error: You are not logged in to ${baton.url}.\nRun: baton login --server ${baton.url}\n`)
  const told = await machine.run(['tasks', '--json'])
  expect(JSON.parse(told.stderr).error).toMatchObject({ code: 'unauthenticated', next: `Run: baton login --server ${baton.url}` })
})

test('the code is confirmed in the browser, and the login is kept where only its owner can read it', async () => {
  const { code, json } = await machine.logIn(ann)
  expect(code).toBe(0)
  expect(json).toEqual({ server: baton.url, user: { id: ann.user.id, handle: 'ann' } })
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(statSync(join(file(), '..')).mode & 0o777).toBe(0o700)
  expect(await sessions()).toEqual([expect.objectContaining({ device: `baton/${version}` })])
  // Without an explicit server, the one of the last login is used.
  expect((await machine.do(['tasks'], { env: { BATON_URL: '' } })).items).toEqual([])
})

test('an access token that has ended is replaced without a word, by the clock and by the server’s refusal', async () => {
  const before = stored()
  const [server = ''] = Object.keys(before.servers)
  const ended = { ...before.servers[server], expires_at: new Date(0).toISOString() }
  writeFileSync(file(), JSON.stringify({ ...before, servers: { [server]: ended } }))
  await machine.do(['tasks'])
  expect(Date.parse(stored().servers[server].expires_at)).toBeGreaterThan(Date.now())
  const broken = { ...stored().servers[server], token: `${stored().servers[server].token.slice(0, -4)}AAAA` }
  writeFileSync(file(), JSON.stringify({ ...before, servers: { [server]: broken } }))
  await machine.do(['tasks'])
  expect(stored().servers[server].token).not.toBe(broken.token)
})

test('two servers, each with its own login', async () => {
  const other = await startBaton()
  try {
    const bob = await other.person('bob')
    expect((await machine.logIn(bob, { env: { BATON_URL: other.url } })).code).toBe(0)
    expect(Object.keys(stored().servers).toSorted()).toEqual([baton.url, other.url].toSorted())
    expect(stored().current).toBe(other.url)
    expect((await machine.run(['tasks', '--server', `${baton.url}/mcp`])).code).toBe(0)
    await machine.do(['logout', '--server', other.url])
    expect(Object.keys(stored().servers)).toEqual([baton.url])
  } finally {
    await other.close()
  }
})

test('a second login replaces the first, which ends', async () => {
  const [first] = await sessions()
  expect((await machine.logIn(ann)).code).toBe(0)
  const now = await sessions()
  expect(now).toHaveLength(1)
  expect(now[0].id).not.toBe(first.id)
})

test('logout ends the session on the server and forgets it here', async () => {
  expect(await machine.do(['logout'])).toEqual({ server: baton.url, ended: true })
  expect(await sessions()).toEqual([])
  expect(stored().servers).toEqual({})
  expect((await machine.run(['tasks'])).code).toBe(3)
  expect(await machine.do(['logout'])).toEqual({ server: baton.url, ended: false })
})

test('a login that was ended elsewhere is told as that', async () => {
  await machine.logIn(ann)
  const [session] = await sessions()
  await ann.do('DELETE', `/api/settings/sessions/${session.id}`)
  const { code, stderr } = await machine.run(['tasks'])
  expect(code).toBe(3)
  expect(stderr).toContain('has ended')
  expect(stderr).toContain(`baton login --server ${baton.url}`)
})

test('a server that does not answer, and an address that is none, are told apart', async () => {
  const refused = await machine.run(['login', '--server', `http://127.0.0.1:${await closedPort()}`])
  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('cannot be reached (ECONNREFUSED)')])
  const wrong = await machine.run(['login', '--server', 'ftp://x'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('https://baton.example.com')])
})
