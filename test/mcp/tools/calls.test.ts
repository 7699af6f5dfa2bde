import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { startNode } from '../../../src/main/node.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { call, clients, result, sseClient, streamableClient } from '../clients.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton({ WRITES_PER_MINUTE: '50' })
  ann = await baton.person('ann')
  const token = (await ann.mcpToken()).token
  await result(await streamableClient({ url: baton.url, token }), 'create_project', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

const agentsOf = (token: string) =>
  baton.look<{ id: string; name: string }>('select id, name from agents where token_id = $1 order by created_at', [token])

test('a write repeated with its idempotency key has one effect', async () => {
  const { token } = await ann.mcpToken()
  const client = await streamableClient({ url: baton.url, token })
  const create = { project: 'web', title: 'Once', idempotency_key: 'the-first' }
  const [first, second] = [await result(client, 'create_task', create), await result(client, 'create_task', create)]
  expect(second.key).toBe(first.key)
  const reused = await call(client, 'create_task', { ...create, title: 'Other' })
  expect(reused.content[0]?.text).toMatch(/^key_reused: /)
  for (const key of ['', 'x'.repeat(256), 7]) {
    expect((await call(client, 'create_task', { ...create, idempotency_key: key })).content[0]?.text).toMatch(/^invalid: /)
  }
  const rows = await baton.look("select from work_items where title = 'Once'")
  expect(rows).toHaveLength(1)
  await client.close()
})

test.each(Object.entries(clients))('%s acts as one agent per token and client, named in what it does', async (kind, connect) => {
  const { id, token } = await ann.mcpToken()
  const seat = { url: baton.url, token, client: `The ${kind}` }
  const [one, two] = [await connect(seat), await connect(seat)]
  const tasks = await Promise.all([one, two, one].map((client) => result(client, 'create_task', { project: 'web', title: kind })))
  const agents = await agentsOf(id)
  expect(agents.map((agent) => agent.name)).toEqual([`The ${kind}`])
  for (const task of tasks) {
    expect(task.created_by_agent_id).toBe(agents[0]?.id)
    const [event] = await baton.look<{ actor: object }>('select actor from events where subject_id = $1', [task.id])
    expect(event?.actor).toMatchObject({ agent_id: agents[0]?.id, user_id: ann.user.id, credential: 'mcp_token', door: 'mcp' })
  }
  await Promise.all([one.close(), two.close()])
})

test('a client without a usable name is still an agent', async () => {
  const { id, token } = await ann.mcpToken()
  const client = await sseClient({ url: baton.url, token, client: ' \n ' })
  await result(client, 'create_task', { project: 'web', title: 'Nameless' })
  expect((await agentsOf(id)).map((agent) => agent.name)).toEqual(['mcp-client'])
  await client.close()
})

test('too many writes are refused with the seconds to wait, while reads go on', async () => {
  const { token } = await ann.mcpToken()
  const client = await streamableClient({ url: baton.url, token })
  baton.clock.advance(60_000 - (baton.clock.now().getTime() % 60_000))
  const answers = await Promise.all(Array.from({ length: 51 }, () => call(client, 'create_task', { project: 'nowhere', title: 'Much' })))
  const refused = answers.filter((answer) => answer.content[0]?.text.startsWith('rate_limited: '))
  expect(refused).toHaveLength(1)
  expect(refused[0]?.content[0]?.text).toMatch(/"retry_after":\d+/)
  await result(client, 'list_projects')
  await client.close()
})

test('when a token was last used is written down', async () => {
  const other = await startNode(baton.config, operations, baton.clock)
  const { id, token } = await ann.mcpToken()
  const client = await streamableClient({ url: other.address, token })
  await client.close()
  await other.close()
  expect(await baton.look('select from auth.tokens where id = $1 and last_used_at is not null', [id])).toHaveLength(1)
})
