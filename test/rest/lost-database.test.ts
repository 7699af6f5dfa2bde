import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { quietLimit } from '../harness/quiet-limit.ts'

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
  const answers = Promise.all(keys.map(create))
  await new Promise((resolve) => setTimeout(resolve, 30))
  proxy.cut()
  for (const { status, headers } of await answers) {
    if (status === 201) continue
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  }
  await expect.poll(works).toBe(true)
  // The outcome of the others is unknown; repeated with their keys, each exists once.
  for (const key of keys) expect((await create(key)).status).toBe(201)
  const [row] = await baton.look<{ count: number }>("select count(*)::integer as count from work_items where title like 'cut %'")
  expect(row?.count).toBe(keys.length)
})

test('while the database does not answer every call is refused within 3 seconds, and all is well again within 5', async () => {
  proxy.freeze()
  const began = performance.now()
  const answers = await Promise.all([create('frozen'), person.call('GET', '/api/projects'), person.call('GET', '/api/tasks?project=web')])
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  expect(performance.now() - began).toBeLessThan(quietLimit(3000))
  const again = performance.now()
  expect((await person.call('GET', '/api/projects')).status).toBe(503)
  expect(performance.now() - again).toBeLessThan(quietLimit(3000))
  proxy.thaw()
  await expect.poll(works, { timeout: 5000 }).toBe(true)
  expect((await create('frozen')).status).toBe(201)
})
