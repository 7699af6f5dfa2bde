import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loginAs, rolePassword, roleUrl } from '../../src/platform/database-login.ts'
import { admin } from '../harness/databases.ts'

// A separate role, because Baton's own roles are shared by every test.
const role = `rotated_${randomBytes(6).toString('hex')}`
const servers = inject('servers')
const [fresh, old] = ['n'.repeat(32), 'o'.repeat(32)]
const DATABASE_URL = new URL('/postgres', servers.databaseUrl).href
const both = { DATABASE_URL, DATABASE_KEY: `${fresh}, ${old}` }
const only = (DATABASE_KEY: string) => ({ DATABASE_URL, DATABASE_KEY })
let pool: pg.Pool

const give = (key: string) => admin(servers, (client) => client.query(`alter role ${role} password '${rolePassword(only(key), role)}'`))
const whoIs = async (settings: pg.PoolConfig) => {
  const one = new pg.Pool({ ...settings, max: 1 })
  return one.query('select current_user').then(
    ({ rows }) => one.end().then(() => rows[0].current_user),
    (error: { code: string }) => one.end().then(() => error.code),
  )
}

beforeAll(async () => {
  await admin(servers, (client) => client.query(`create role ${role} login`))
  await give(old)
  pool = new pg.Pool({ ...loginAs(both, role), max: 5 })
})
afterAll(async () => {
  await pool.end()
  await admin(servers, (client) => client.query(`drop role ${role}`))
})

test('DATABASE_KEY is rotated below a running process: connections of before, between and after all open', async () => {
  const before = await pool.connect()
  expect((await before.query('select current_user')).rows[0].current_user).toBe(role)
  await give(fresh)
  const after = await pool.connect()
  expect((await after.query('select current_user')).rows[0].current_user).toBe(role)
  for (const client of [before, after]) client.release()
  // A process started now, with both keys or with the new one alone.
  expect(await whoIs(loginAs(both, role))).toBe(role)
  expect(await whoIs(loginAs(only(fresh), role))).toBe(role)
})

test('the old key alone opens nothing any more', async () => {
  expect(await whoIs(loginAs(only(old), role))).toBe('28P01')
  expect(await whoIs(loginAs({ DATABASE_URL, DATABASE_KEY: `${old},${'x'.repeat(32)}` }, role))).toBe('28P01')
})

test('what is set up or run once uses the first key', () => {
  expect(roleUrl(both, role)).toBe(roleUrl(only(fresh), role))
})

test.each([
  ['one key', fresh],
  ['two keys', `${fresh}, ${old}`],
])('a connection in use that breaks twice ends no process, with %s', async (_, key) => {
  await give(fresh)
  const jobs = new pg.Pool({ ...loginAs(only(key), role), max: 1 })
  const client = await jobs.connect()
  // What a server that answers garbage and hangs up triggers in pg-boss, which listens for neither error.
  for (const error of ['received invalid response: 7f', 'Connection terminated unexpectedly']) client.emit('error', new Error(error))
  client.release(true)
  await jobs.end()
})
