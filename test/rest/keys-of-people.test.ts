import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { runWhole } from '../memory/worker-runs.ts'

const day = 86_400_000
let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(() => baton.close())

async function pass(days: number): Promise<void> {
  baton.clock.advance(days * day)
  await runWhole(baton, 'purge', { tables: ['idempotency'] })
  await ann.logInAgain()
}

const create = (title: string, key = title, headers: Record<string, string> = {}) =>
  ann.call('POST', '/api/tasks', { project: 'web', title, description: 'Long. '.repeat(500) }, { 'idempotency-key': key, ...headers })
const count = async (title: string): Promise<number> => (await ann.do('GET', `/api/tasks?project=web&text=${title}`)).items.length
const stored = (key: string) =>
  baton.look<{ result: unknown; bytes: number }>('select result, pg_column_size(i.*) as bytes from idempotency i where key = $1', [key])

test('the key of a login holds for 90 days, over new logins; its answer for one', async () => {
  const first = await create('Person')
  expect(first.status).toBe(201)
  await ann.logInAgain()
  expect((await create('Person')).body).toEqual(first.body)

  await pass(2)
  const { id, key, version } = first.body
  const [short] = await stored('Person')
  expect(short).toMatchObject({ result: { id, key, version } })
  expect(short?.bytes).toBeLessThan(400)
  await pass(78)
  expect(await create('Person')).toMatchObject({ status: 409, body: { code: 'already_done', result: { id, key, version } } })
  expect(await create('Other', 'Person')).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  expect(await count('Person')).toBe(1)

  await pass(11)
  expect(await stored('Person')).toEqual([])
})

test('the key of anything else holds for a day', async () => {
  const { key: apiKey } = await ann.api.createApiKey({ name: 'script', scopes: ['*'] })
  const script = { authorization: `Bearer ${apiKey}` }
  expect((await create('Script', 'Script', script)).status).toBe(201)
  expect((await create('Script', 'Script', script)).status).toBe(201)
  expect(await count('Script')).toBe(1)
  await pass(2)
  expect(await stored('Script')).toEqual([])
})

test('what shows a secret once says so for as long as the key is known', async () => {
  const make = () => ann.api.createMcpToken({ name: 'agent' }, { idempotencyKey: 'token' })
  await make()
  await pass(2)
  await expect(make()).rejects.toMatchObject({ status: 409, code: 'already_created' })
})
