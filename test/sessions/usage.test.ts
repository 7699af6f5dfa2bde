import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { result, streamableClient, type McpClient } from '../mcp/clients.ts'
import type { Person } from '../harness/person.ts'
import { patience } from '../harness/wait.ts'

let baton: Baton
let ann: Person
let client: McpClient
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  for (const slug of ['web', 'api', 'ops']) await ann.do('POST', '/api/projects', { name: slug, slug, key: slug.toUpperCase() })
  client = await streamableClient({ url: baton.url, token: (await ann.mcpToken()).token })
})
afterAll(async () => {
  await client.close()
  await baton.close()
})

async function work(project: string, ...usages: (object | undefined)[]) {
  const session = await result(client, 'create_session', { goals: [project], project })
  for (const usage of usages) await result(client, 'checkpoint_session', { session: session.id, progress: 'x', ...(usage && { usage }) })
  return session
}
const usageOf = async (project: string, by = 'project') => (await ann.do('GET', `/api/usage?project=${project}&by=${by}`)).items

test('what nobody reported is unknown and not zero; what is zero is zero', async () => {
  await work('web', undefined, undefined)
  expect(await usageOf('web')).toMatchObject([
    { project: 'web', tokens_in: null, tokens_out: null, cost: null, reports: 2, reports_without_tokens: 2, reports_without_cost: 2 },
  ])
  await work('api', { tokens_in: 0, tokens_out: 0, cost: 0 })
  expect(await usageOf('api')).toMatchObject([{ tokens_in: 0, tokens_out: 0, cost: 0, reports_without_tokens: 0, reports_without_cost: 0 }])
  // A partly known sum covers the known values and says that some are missing.
  await work('web', { tokens_in: 7 })
  expect(await usageOf('web')).toMatchObject([{ tokens_in: 7, tokens_out: null, cost: null, reports: 3, reports_without_tokens: 2 }])
})

test('a checkpoint is counted once, however often it is sent', async () => {
  const session = await work('ops')
  const report = { session: session.id, progress: 'x', usage: { tokens_in: 10, cost: 0.1 }, idempotency_key: 'k1' }
  const [first] = await Promise.all([
    result(client, 'checkpoint_session', report),
    result(client, 'checkpoint_session', report).catch(() => {}),
  ])
  expect(await result(client, 'checkpoint_session', report)).toEqual(first)
  expect(await usageOf('ops')).toMatchObject([{ tokens_in: 10, cost: 0.1, reports: 1 }])
})

test('sums are by day, agent, project and model as asked, and exact to the millionth of a dollar', async () => {
  await work('ops', ...Array.from({ length: 3 }, () => ({ tokens_out: 1, cost: 0.1, model: 'm-1' })), { cost: 0.000001, model: 'm-2' })
  const models = await usageOf('ops', 'model')
  expect(models.map(({ model, cost }: any) => [model, cost])).toEqual(
    expect.arrayContaining([
      ['m-1', 0.3],
      ['m-2', 0.000001],
    ]),
  )
  const { items, total } = await ann.do('GET', '/api/usage')
  expect(items.every(({ day, agent_name, project }: any) => day && agent_name === 'tester' && project)).toBe(true)
  const [row] = await baton.look<{ cost: number; reports: number }>(
    'select sum(cost_micros)::float8 / 1000000 as cost, count(*)::integer as reports from session_checkpoints',
  )
  expect([total.cost, total.reports]).toEqual([row?.cost, row?.reports])
  expect((await ann.call('GET', '/api/usage?since=2026-02-01&until=2026-01-01')).status).toBe(400)
})

test('how the tools are used is counted aside and there to read within seconds: calls, errors, time, tokens, the last call', async () => {
  await result(client, 'list_projects')
  await client.callTool({ name: 'get_task', arguments: { task: 'WEB-999' } })
  const tools = async () => (await ann.do('GET', '/api/telemetry/tools')).tools
  await expect
    .poll(async () => (await tools()).find(({ tool }: any) => tool === 'get_task'), { timeout: patience })
    .toMatchObject({
      calls: 1,
      errors: 1,
      agents: 1,
    })
  const listed = (await tools()).find(({ tool }: any) => tool === 'list_projects')
  expect(listed).toMatchObject({ errors: 0 })
  expect(listed.tokens_returned).toBeGreaterThan(20)
  const { agents } = await ann.do('GET', '/api/telemetry/agents')
  expect(agents).toMatchObject([{ name: 'tester', tool: 'get_task', ok: false, status: 'active' }])
})
