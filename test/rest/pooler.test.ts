import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startPooler, type Pooler } from '../harness/pooler.ts'
import { startProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { waitFor } from '../harness/wait.ts'

// Baton behind PgBouncer, as docs/self-hosting.md configures it, while PostgreSQL restarts.

let postgres: TcpProxy
let pooler: Pooler
let baton: Baton
let person: Person
beforeAll(async () => {
  const servers = inject('servers')
  const url = new URL(servers.databaseUrl)
  postgres = await startProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(postgres.port)
  pooler = await startPooler({ DATABASE_URL: url.href, DATABASE_KEY: servers.databaseKey })
  baton = await startBaton({}, undefined, { ...servers, databaseUrl: pooler.url })
  person = await baton.person()
  await person.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(async () => {
  await baton.close()
  pooler.stop()
  await postgres.close()
})

const create = (key: string) => person.call('POST', '/api/tasks', { project: 'web', title: key }, { 'idempotency-key': key })

test('while PostgreSQL restarts every call is a 503, and it works again by itself', async () => {
  const statuses: number[] = []
  const call = async (key: string) => {
    const { status } = await create(key)
    statuses.push(status)
    return status
  }
  expect(await call('before')).toBe(201)
  await postgres.stop()
  // One after the other and at once: those that PgBouncer cuts off, those it keeps waiting and those that it refuses without asking.
  for (let number = 0; number < 3; number++) await Promise.all([1, 2, 3, 4].map((one) => call(`away ${number} ${one}`)))
  expect(new Set(statuses)).toEqual(new Set([201, 503]))
  await postgres.start()
  await waitFor('writes to work again', async () => (await call('after')) === 201)
  expect(new Set(statuses)).toEqual(new Set([201, 503]))
})
