import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../../src/platform/version.ts'
import { admin } from '../harness/databases.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'
import { settles, waitFor } from '../harness/wait.ts'

let baton: Baton
let guarded: Baton

beforeAll(async () => {
  baton = await startBaton({ TRUSTED_PROXIES: '127.0.0.1' })
  guarded = await startBaton({ METRICS_TOKEN: 'metrics-secret' })
})
afterAll(() => Promise.all([baton.close(), guarded.close()]))

test('/health says what works and whether the second wall is whole', async () => {
  const { status, body } = await send(baton.url, 'GET', '/health')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'ok',
    version,
    database: 'ok',
    schema: 'current',
    clock: 'ok',
    redis: 'ok',
    second_wall: 'whole',
    mail: 'off',
    embeddings: { state: 'ready', model: 'all-MiniLM-L6-v2 int8' },
  })
})

test('/metrics without a token answers this machine only', async () => {
  const here = await send(baton.url, 'GET', '/metrics')
  expect(here.status).toBe(200)
  expect(here.text).toContain('baton_operation_seconds')
  expect((await send(baton.url, 'GET', '/metrics', undefined, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
})

test('/metrics with a token answers whoever sends it, and looks absent to others', async () => {
  expect((await send(guarded.url, 'GET', '/metrics')).body.code).toBe('not_found')
  expect((await send(guarded.url, 'GET', '/metrics', undefined, { authorization: 'Bearer wrong' })).status).toBe(404)
  expect((await send(guarded.url, 'GET', '/metrics', undefined, { authorization: 'Bearer metrics-secret' })).status).toBe(200)
})

test('no health check waits behind requests that hold every connection', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { database } = baton.node.assembly.kernel
  const holders = Array.from({ length: baton.config.DATABASE_POOL }, () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = database.withRealm('organization', { org: null, user: null }, 'read', async () => {
      resolve()
      await released
    })
    // In tests, a transaction eventually refuses work that waits for anything but the database.
    return { holds: promise, held: held.catch(() => {}) }
  })
  await Promise.all(holders.map(({ holds }) => holds))
  const checks = ['/health', '/health/live', '/health/ready'].map((path) => send(baton.url, 'GET', path))
  const answers = await settles('the health checks', Promise.all(checks))
  release()
  await Promise.all(holders.map(({ held }) => held))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('/health/ready is 503 while a migration that this build knows has not run', async () => {
  expect((await send(baton.url, 'GET', '/health/ready')).body).toEqual({
    status: 'ready',
    database: 'ok',
    schema: 'current',
    clock: 'ok',
    draining: false,
  })
  const [last] = await baton.look('delete from migrations where name = (select max(name) from migrations) returning *')
  const { status, body } = await send(baton.url, 'GET', '/health/ready')
  expect([status, body.schema]).toEqual([503, 'behind'])
  await baton.look('insert into migrations select * from json_populate_record(null::migrations, $1)', [JSON.stringify(last)])
  expect((await send(baton.url, 'GET', '/health/ready')).status).toBe(200)
})

test('/health/ready is 503 while a function of this build has not been applied, and not when a newer one has', async () => {
  await baton.look("insert into function_files values ('append.sql', 'of a newer build', now() + interval '1 minute')")
  expect((await send(baton.url, 'GET', '/health/ready')).status).toBe(200)
  const [own] = await baton.look("delete from function_files where name = 'append.sql' and digest <> 'of a newer build' returning *")
  const { status, body } = await send(baton.url, 'GET', '/health/ready')
  expect([status, body.schema]).toEqual([503, 'behind'])
  await baton.look('insert into function_files select * from json_populate_record(null::function_files, $1)', [JSON.stringify(own)])
  expect((await send(baton.url, 'GET', '/health/ready')).status).toBe(200)
})

test('a node that is newer than a database without the right to look is not ready', async () => {
  await baton.look('revoke select on migrations from baton_app')
  expect((await send(baton.url, 'GET', '/health/ready')).body).toMatchObject({ database: 'ok', schema: 'behind' })
  await baton.look('grant select on migrations to baton_app')
})

test('a database that takes no writes is said to be read-only, writes are 503 until it takes them, and reads go on', async () => {
  const person = await baton.person()
  await person.do('POST', '/api/projects', { name: 'Web', slug: 'read-only' })
  const create = () => person.call('POST', '/api/tasks', { project: 'read-only', title: 'Written' })
  const readOnly = async (is: boolean) => {
    await admin(baton.servers, (client) => client.query(`alter database ${baton.database} set default_transaction_read_only = ${is}`))
    // A setting of the database holds for new connections, as another server does after a failover.
    await baton.look(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }
  await readOnly(true)
  await waitFor('reads to go on', async () => (await person.call('GET', '/api/projects')).status === 200)
  const { status, headers } = await create()
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  const health = await waitFor(
    'an answer of the probe',
    () => send(baton.url, 'GET', '/health'),
    ({ status }) => status === 200,
  )
  expect(health.body).toMatchObject({ status: 'degraded', database: 'read_only' })
  await readOnly(false)
  // Whoever was told to come again is served, although connections from before are still open.
  await waitFor('writes to work', async () => (await create()).status === 201)
})

test('when the database is gone a process is alive, not ready and down', async () => {
  await admin(baton.servers, (client) => client.query(`drop database ${baton.database} with (force)`))
  const { status, body } = await send(baton.url, 'GET', '/health')
  expect(status).toBe(503)
  expect(body).toMatchObject({ status: 'down', database: 'down', redis: 'ok' })
  expect((await send(baton.url, 'GET', '/health/ready')).status).toBe(503)
  expect((await send(baton.url, 'GET', '/health/live')).status).toBe(200)
})
