import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { settles, waitFor } from '../harness/wait.ts'
import { connectAside, waitForLocks } from '../harness/locks.ts'

let proxy: TcpProxy
let baton: Baton
let person: Person
beforeAll(async () => {
  const servers = inject('servers')
  const url = new URL(servers.databaseUrl)
  proxy = await startProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  baton = await startBaton({}, undefined, { ...servers, databaseUrl: url.href })
  person = await baton.person()
  await person.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(async () => {
  await baton.close()
  await proxy.close()
})

const create = (key: string) => person.call('POST', '/api/tasks', { project: 'web', title: key }, { 'idempotency-key': key })
const works = async () => (await person.call('GET', '/api/projects')).status === 200

test('a connection that breaks inside a transaction ends one request, not the process', async () => {
  const keys = Array.from({ length: 20 }, (_, number) => `cut ${number}`)
  // The writers are inside their transactions, waiting for the project's row, when their connections break.
  const holder = await connectAside(baton)
  await holder.query("begin; select from projects where slug = 'web' for update")
  const answers = Promise.all(keys.map(create))
  await waitForLocks(baton)
  proxy.cut()
  await holder.query('rollback')
  await holder.end()
  for (const { status, headers } of await answers) {
    if (status === 201) continue
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  }
  await waitFor('the database to be back', works)
  // The outcome of the others is unknown; repeated with their keys, each exists once.
  for (const key of keys) expect((await create(key)).status).toBe(201)
  const [row] = await baton.look<{ count: number }>("select count(*)::integer as count from work_items where title like 'cut %'")
  expect(row?.count).toBe(keys.length)
})

test('every call is refused while the database does not answer, and all is well when it does', async () => {
  proxy.freeze()
  const calls = [create('frozen'), person.call('GET', '/api/projects'), person.call('GET', '/api/tasks?project=web')]
  const answers = await settles('the calls to be refused', Promise.all(calls))
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  expect((await settles('a later call to be refused', person.call('GET', '/api/projects'))).status).toBe(503)
  proxy.thaw()
  await waitFor('the database to be back', works)
  expect((await create('frozen')).status).toBe(201)
})
