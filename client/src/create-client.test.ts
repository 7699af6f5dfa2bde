import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { startBaton, type Baton } from '../../test/harness/baton.ts'
import type { Person } from '../../test/harness/person.ts'
import { BatonError, createClient, type Client } from './create-client.ts'

let baton: Baton
let ann: Person
let client: Client

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  client = createClient({ url: baton.url, token: ann.token })
  await client.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

const refusal = (call: Promise<unknown>): Promise<BatonError> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(BatonError)
      return error as BatonError
    },
  )

test('a call has the types of its contract', async () => {
  const task = await client.createTask({ project: 'web', title: 'Typed' })
  expectTypeOf(task.status).toEqualTypeOf<'backlog' | 'todo' | 'in_progress' | 'in_review' | 'complete' | 'cancelled'>()
  expectTypeOf(client.createTask).parameter(0).toHaveProperty('title')
  // @ts-expect-error a task has a title
  const untitled = client.createTask({ project: 'web' })
  expect((await refusal(untitled)).code).toBe('invalid')
})

test('fields go to path, query and body as the route wants them', async () => {
  const { key } = await client.createTask({ project: 'web', title: 'Name with / and ?', labels: ['one', 'two'] })
  expect(await client.getTask({ task: key })).toMatchObject({ key, title: 'Name with / and ?', labels: ['one', 'two'] })
  const { items } = await client.listTasks({ project: 'web', label: 'two', ready: true, limit: 1 })
  expect(items.map((task) => task.key)).toEqual([key])
  expect(await client.updateTask({ task: key, status: 'todo' })).toMatchObject({ key, status: 'todo', title: 'Name with / and ?' })
  expect((await client.me()).handle).toBe('ann')
})

test('an operation with a path for each action takes the one asked for', async () => {
  const { key } = await client.createTask({ project: 'web', title: 'Leased' })
  const claimed = await client.claimTask({ task: key })
  const fence = claimed.lease?.fence ?? ''
  expect(claimed.task.lease_holder).not.toBeNull()
  expect((await client.claimTask({ action: 'renew', task: key, fence })).task.key).toBe(key)
  expect((await client.claimTask({ action: 'release', task: key, fence })).task.lease_holder).toBeNull()
  expect((await client.archiveProject({ project: 'web' })).archived_at).not.toBeNull()
  expect((await client.archiveProject({ project: 'web', restore: true })).archived_at).toBeNull()
})

test('a call repeated with its idempotency key has one effect', async () => {
  const input = { project: 'web', title: 'Once' }
  const first = await client.createTask(input, { idempotencyKey: 'once' })
  expect((await client.createTask(input, { idempotencyKey: 'once' })).key).toBe(first.key)
})

test('a refusal carries status, code, what to do next and the request id', async () => {
  const error = await refusal(client.getTask({ task: 'WEB-9999' }))
  expect(error).toMatchObject({ status: 404, code: 'not_found', name: 'BatonError', retryAfter: null })
  expect(error.detail).toContain('Use GET /api/tasks to find its key.')
  expect(error.message).toBe(error.detail)
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect((await refusal(client.createTask({ project: 'web', title: '' }))).extra).toHaveProperty('errors')
})

test('an answer that is no problem, as from a proxy, is still a BatonError', async () => {
  const proxied = createClient({ url: 'http://proxy.invalid', fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  expect(await refusal(proxied.me())).toMatchObject({ status: 502, code: 'unknown' })
})

test('the token is asked for at every call, and the organization is sent', async () => {
  const other = await ann.createOrganization('other')
  let asked = 0
  const token = async () => {
    asked++
    return ann.token
  }
  const there = createClient({ url: `${baton.url}/`, token, organization: other.organization ?? '' })
  expect((await there.listProjects()).items).toEqual([])
  expect((await there.myRole()).organization_id).toBe(other.organization)
  expect(asked).toBe(2)
})
