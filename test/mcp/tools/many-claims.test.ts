import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitsForAgent } from '../../../src/capabilities/agents/notices/notices.queries.ts'
import { inOrder } from '../../../src/platform/sql.ts'
import { admin } from '../../harness/databases.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { call, noticesOf, withoutState } from '../../work/leases/windows.ts'
import { result, type McpClient } from '../clients.ts'

let baton: Baton
let client: McpClient

beforeAll(async () => {
  baton = await startBaton()
  const ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  client = await withoutState({ url: baton.url, token: (await ann.mcpToken()).token, client: 'looper' })
})
afterAll(async () => {
  await client.close()
  await baton.close()
})

const create = (title: string) => call(client, 'create_task', { project: 'web', title, status: 'todo' })

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const read = (node: PlanNode): number =>
  (node['Relation Name'] === 'agent_instances' ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, below) => sum + read(below), 0)

/** How many instances are read to find pending notices for a call that doesn't identify its window. */
async function instancesRead(database: pg.Client): Promise<number> {
  const [from] = await baton.look<{ org: string; agent: string; user: string }>(
    'select org_id as org, agent_id as agent, user_id as user from agent_instances limit 1',
  )
  const now = baton.clock.now().getTime()
  const minutes = (count: number) => new Date(now + count * 60_000)
  const values = inOrder(waitsForAgent, { ...from!, now: minutes(0), soon: minutes(5), remembered_since: minutes(-60) })
  const { rows } = await database.query(`explain (analyze, format json) ${waitsForAgent.text}`, values)
  return read(rows[0]['QUERY PLAN'][0].Plan)
}

/** As if the agent had claimed and finished many tasks: every call that doesn't identify its window is a new instance. */
const claimMany = () =>
  baton.look(`insert into agent_instances (org_id, id, user_id, agent_id, seen_at, created_at)
    select i.org_id, gen_random_uuid(), i.user_id, i.agent_id, i.seen_at, i.created_at from agent_instances i cross join generate_series(1, 1000)`)

test('what a call of an agent costs does not grow with the claims it has made, and it is told what it has to be', async () => {
  await create('First')
  const { lease } = await result(client, 'claim_task', { project: 'web' })
  await claimMany()
  await baton.look('analyze')
  expect(await admin(baton.servers, instancesRead, baton.database)).toBeLessThan(10)
  baton.clock.advance(new Date(lease.until).getTime() - baton.clock.now().getTime() - 60_000)
  expect(noticesOf(await create('Near the end'))).toMatchObject([{ kind: 'lease_expiring' }])
  expect(noticesOf(await create('Told already'))).toEqual([])
})
