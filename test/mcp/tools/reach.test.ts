import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { call, result, streamableClient, type McpClient } from '../clients.ts'

let baton: Baton
let builder: McpClient
let scout: McpClient
beforeAll(async () => {
  baton = await startBaton()
  const ann = await (await baton.person('ann')).createOrganization('acme')
  await baton.person('mia')
  await ann.do('POST', '/api/organization/members', { user: 'mia' })
  const { token } = await ann.mcpToken()
  builder = await streamableClient({ url: baton.url, token, client: 'builder' })
  scout = await streamableClient({ url: baton.url, token, client: 'scout' })
  await result(builder, 'create_project', { name: 'Harbour Invoicing', slug: 'harbour', key: 'HAR' })
  await call(scout, 'list_projects')
})
afterAll(async () => {
  await Promise.all([builder.close(), scout.close()])
  await baton.close()
})

const said = async (name: string, input: Record<string, unknown> = {}): Promise<any> => {
  const { isError, content, structuredContent } = await call(builder, name, input)
  expect(isError, content[0]?.text).toBeFalsy()
  return structuredContent
}
const refusal = async (name: string, input: Record<string, unknown>): Promise<string> => {
  const { isError, content } = await call(builder, name, input)
  expect(isError).toBe(true)
  return content[0]?.text ?? ''
}

test('an agent creates epics and stories, lists them, and names them by their titles', async () => {
  const epic = await said('create_task', { project: 'harbour', kind: 'epic', title: 'Berth fees' })
  const story = await said('create_task', { project: 'harbour', kind: 'story', epic: 'Berth fees', title: 'Tariffs' })
  const task = await said('create_task', { project: 'harbour', story: 'tariffs', title: 'Tariff tables', status: 'todo' })
  expect(epic).toEqual({ key: 'HAR-1', kind: 'epic', status: 'backlog', priority: 'none', version: 1 })
  expect((await said('list_tasks', { project: 'harbour', kind: 'epic' })).items).toMatchObject([{ key: epic.key, title: 'Berth fees' }])
  expect((await said('list_tasks', { project: 'harbour', kind: 'story' })).items).toMatchObject([{ key: story.key }])
  expect((await said('list_tasks', { project: 'harbour', epic: 'berth fees' })).items).toMatchObject([{ key: task.key }])
  expect((await said('get_task', { task: task.key })).parents).toMatchObject([{ key: story.key }, { key: epic.key }])
  await said('create_task', { project: 'harbour', kind: 'epic', title: 'Berth fees' })
  expect(await refusal('create_task', { project: 'harbour', epic: 'Berth fees', title: 'x' })).toBe(
    'conflict: Several have this title: `HAR-1`, `HAR-4`. Name one by its key.',
  )
  expect(await refusal('create_task', { project: 'harbour', epic: 'Nothing', title: 'x' })).toMatch(
    /Use list_tasks with kind: epic, or create one/,
  )
  expect(await refusal('create_task', { project: 'harbour', kind: 'saga', title: 'x' })).toMatch(/^invalid: /)
})

test('a project goes by its slug, key and name', async () => {
  for (const project of ['harbour', 'HAR', 'har', 'Harbour Invoicing', 'harbour invoicing']) {
    expect((await said('get_project', { project })).slug, project).toBe('harbour')
    expect((await said('list_tasks', { project, limit: 1 })).items, project).toHaveLength(1)
  }
})

test('an agent goes by its slug and name, and itself by me', async () => {
  const me = await said('get_agent', { agent: 'me' })
  expect(me).toMatchObject({ name: 'builder', owner: 'ann' })
  expect((await said('get_agent', { agent: 'builder' })).slug).toBe(me.slug)
  expect((await said('get_agent', { agent: 'Scout' })).name).toBe('scout')
  const { key } = await said('create_task', { project: 'harbour', title: 'For scout', assignee_agent: 'scout' })
  expect((await said('get_task', { task: key })).assignee_agent).toMatch(/^scout/)
  const twin = await result(builder, 'create_agent', { name: 'scout', slug: 'second-scout' })
  expect(await refusal('get_agent', { agent: 'scout' })).toMatch(/^conflict: Several agents have this name: .*Use one of these slugs\.$/)
  await result(builder, 'delete_agent', { agent: twin.slug, confirm: true })
})

test('people are listed by their handles', async () => {
  const { items } = await said('list_agents', { members: true })
  expect(items.map(({ handle }: { handle: string }) => handle).toSorted()).toEqual(['ann', 'mia'])
})

test('a task that exists is not made twice', async () => {
  const input = { project: 'harbour', title: 'CI pipeline', unless_exists: true }
  const first = await said('create_task', input)
  expect(await said('create_task', { ...input, title: 'ci PIPELINE' })).toMatchObject({ key: first.key, existed: true })
  await said('complete_task', { task: first.key })
  expect((await said('create_task', input)).key).not.toBe(first.key)
  const twins = { project: 'harbour', title: 'At once', unless_exists: true }
  const [one, other] = await Promise.all([result(builder, 'create_task', twins), result(scout, 'create_task', twins)])
  expect(one.key).toBe(other.key)
})

test('what is ready is listed as it is claimed', async () => {
  await result(builder, 'create_project', { name: 'Order', slug: 'order', key: 'ORD' })
  for (const priority of ['low', 'urgent', 'medium'])
    await said('create_task', { project: 'ORD', title: priority, priority, status: 'todo' })
  const { items } = await said('list_tasks', { project: 'order', ready: true })
  expect(items.map(({ title }: { title: string }) => title)).toEqual(['urgent', 'medium', 'low'])
  for (const { key } of items) expect((await said('claim_task', { project: 'order' })).task.key).toBe(key)
})

test('completing a task says what can start now', async () => {
  const [first, second] = [
    await said('create_task', { project: 'harbour', title: 'First' }),
    await said('create_task', { project: 'harbour', title: 'Second' }),
  ]
  const both = await said('create_task', { project: 'harbour', title: 'Both', blocked_by: [first.key, second.key] })
  expect(await said('complete_task', { task: first.key })).not.toHaveProperty('unblocked')
  expect((await said('complete_task', { task: second.key })).unblocked).toEqual([{ key: both.key, title: 'Both' }])
})

test('a decision says which others govern the same files', async () => {
  const cents = await said('log_decision', { project: 'harbour', title: 'Integer cents', paths: ['./src/fees/**'] })
  expect(cents).not.toHaveProperty('governing')
  const night = await said('log_decision', { project: 'harbour', title: 'Round per night', paths: ['src/fees/berth-fee.ts'] })
  expect(night.governing).toEqual([{ ref: cents.ref, title: 'Integer cents' }])
  expect((await said('list_decisions', { path: './src/fees/x.ts' })).items).toMatchObject([{ ref: cents.ref }])
})

test('a spec has one kind of version', async () => {
  const { ref } = await said('create_spec', { project: 'harbour', title: 'Numbers', body: 'one' })
  expect(await said('update_spec', { spec: ref, based_on: 1, body: 'two' })).toMatchObject({ latest_version: 2 })
  const first = await said('get_spec', { spec: ref, version: 1 })
  expect(first).toMatchObject({ body: 'one', shown_version: 1, latest_version: 2 })
  for (const name of ['number', 'version', 'shown']) expect(first).not.toHaveProperty(name)
})

test('a deleted task says that it is, and how it comes back', async () => {
  const { key } = await said('create_task', { project: 'harbour', title: 'Gone' })
  await said('delete_task', { task: key, confirm: true })
  expect(await refusal('update_task', { task: key, title: 'Back' })).toBe(
    `not_found: ${key} was deleted. To restore it: delete_task with restore: true.`,
  )
  expect((await said('get_task', { task: key })).deleted_at).toBeTruthy()
})

test('times may be said as people say them', async () => {
  for (const since of ['today', 'yesterday', '2h', '3d', '1w']) {
    expect((await said('list_activities', { since, limit: 1 })).items, since).toHaveLength(1)
  }
  expect(await refusal('list_activities', { since: 'last spring' })).toMatch(/since: must be a day as 2026-01-31/)
})
