import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Node } from '../../src/main/node.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { call, result, sseClient, streamableClient } from '../mcp/clients.ts'
import type { Person } from '../harness/person.ts'
import { connectAside, waitForLocks } from '../harness/locks.ts'

let baton: Baton
let other: Node
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  other = await baton.addNode()
  ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

const bound = async (slug: string) => {
  await ann.do('POST', '/api/agents', { name: slug, slug })
  return ann.do('POST', '/api/settings/mcp-tokens', { name: slug, agent: slug })
}
/** Longer than a node trusts what it knows of an agent. */
const laterOn = () => baton.clock.advance(1_000)
const text = async (answer: ReturnType<typeof call>) => (await answer).content[0]?.text ?? ''

test('deleting an agent releases its leases at once, and says so in the log', async () => {
  const { token } = await bound('holder')
  const client = await streamableClient({ url: baton.url, token })
  const task = await result(client, 'create_task', { project: 'web', title: 'Held' })
  await result(client, 'claim_task', { task: task.key })
  const gone = await ann.do('DELETE', '/api/agents/holder?archive_memory=true')
  expect(gone).toMatchObject({ released_leases: 1, archive_memory: true })
  expect(gone.deleted_at).not.toBeNull()
  expect(await ann.do('GET', `/api/tasks/${task.key}`)).toMatchObject({ status: 'todo', lease_holder: null, lease_agent_id: null })
  const events = await baton.look<{ type: string }>(
    "select type from events where subject_id = $1 or (type = 'agent.deleted' and (data ->> 'archive_memory')::boolean) order by seq",
    [task.id],
  )
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['task.claimed', 'task.released', 'agent.deleted']))
  await client.close()
})

test('an agent that comments on its task while it is deleted is no deadlock', async () => {
  const { token } = await bound('commenting')
  const client = await streamableClient({ url: baton.url, token })
  const task = await result(client, 'create_task', { project: 'web', title: 'Commented' })
  await result(client, 'claim_task', { task: task.key })
  const commenting = await connectAside(baton)
  // Simulates a comment in progress when the deletion begins: it has locked the task and is about to reference the agent.
  await commenting.query('begin')
  await commenting.query('select from work_items where id = $1 for update', [task.id])
  const deleted = ann.call('DELETE', '/api/agents/commenting')
  await waitForLocks(baton)
  await commenting.query(
    `insert into comments (org_id, id, item_id, body, author_id, author_agent_id, created_at, updated_at)
     select org_id, gen_random_uuid(), id, 'Nearly done', created_by, lease_agent_id, now(), now() from work_items where id = $1`,
    [task.id],
  )
  await commenting.query('commit')
  await commenting.end()
  expect((await deleted).status).toBe(200)
  await client.close()
})

test('what it claims in its last moment ends soon after', async () => {
  const { token } = await bound('late')
  const client = await streamableClient({ url: baton.url, token })
  const task = await result(client, 'create_task', { project: 'web', title: 'Late' })
  const { id } = await ann.do('DELETE', '/api/agents/late')
  await baton.look("update work_items set lease_holder = 'x', lease_until = now() + interval '1 hour', lease_agent_id = $1 where id = $2", [
    id,
    task.id,
  ])
  const jobs = await baton.look<{ data: object }>("select data from jobs.job_common where name = 'releaseAgentLeases'")
  expect(jobs.map(({ data }) => data)).toContainEqual(expect.objectContaining({ org_id: ann.organization, agent_id: id }))
  const job = operations.get('releaseAgentLeases')
  const run = () => execute(baton.node.assembly.kernel, job, system(ann.organization ?? ''), { agent_id: id }, { door: 'worker' })
  expect(await run()).toEqual({ released: 1 })
  expect(await run()).toEqual({ released: 0 })
  expect(await ann.do('GET', `/api/tasks/${task.key}`)).toMatchObject({ lease_holder: null })
  await client.close()
})

test('its tokens stop acting on every node within a second, and act again once it is restored', async () => {
  const { token } = await bound('doomed')
  const here = await sseClient({ url: baton.url, token })
  const there = await streamableClient({ url: other.address, token })
  for (const client of [here, there]) await result(client, 'list_projects')
  await ann.do('DELETE', '/api/agents/doomed')
  laterOn()
  for (const client of [here, there]) {
    expect(await text(call(client, 'list_projects', {}))).toMatch(/^agent_deleted: /)
    expect(await text(call(client, 'create_task', { project: 'web', title: 'By a ghost' }))).toMatch(/^agent_deleted: /)
  }
  expect(await baton.look("select from work_items where title = 'By a ghost'")).toEqual([])
  await ann.do('POST', '/api/agents/doomed/restore')
  for (const client of [here, there]) await result(client, 'list_projects')
  await Promise.all([here.close(), there.close()])
})

test('an agent made on first use is not made anew by the next call of its token', async () => {
  const { id, token } = await ann.mcpToken()
  const client = await streamableClient({ url: baton.url, token, client: 'First Use' })
  await result(client, 'list_projects')
  const [agent] = await baton.look<{ slug: string }>('select slug from agents where token_id = $1', [id])
  await ann.do('DELETE', `/api/agents/${agent?.slug}`)
  laterOn()
  expect(await text(call(client, 'list_projects', {}))).toMatch(/^agent_deleted: /)
  // A node that has never seen this agent refuses as well.
  const elsewhere = await streamableClient({ url: other.address, token, client: 'First Use' })
  expect(await text(call(elsewhere, 'list_projects', {}))).toMatch(/^agent_deleted: /)
  expect(await baton.look('select from agents where token_id = $1', [id])).toHaveLength(1)
  // A different client with the same token is a different agent.
  const second = await streamableClient({ url: baton.url, token, client: 'Second' })
  await result(second, 'list_projects')
  await Promise.all([client.close(), elsewhere.close(), second.close()])
})
