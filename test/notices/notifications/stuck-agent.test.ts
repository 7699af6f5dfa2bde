import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { system } from '../../../src/kernel/context.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { call, result, streamableClient, type McpClient } from '../../mcp/clients.ts'
import type { Person } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { Office, inbox, told } from './office.ts'
import { patience } from '../../harness/wait.ts'

let baton: Baton
let office: Office
let ann: Person
let bob: Person
const clients: McpClient[] = []
beforeAll(async () => {
  baton = await startBaton()
  office = await Office.open(baton, await baton.person('ann'), 'acme')
  ann = office.owner
  bob = await office.join(await baton.person('bob'))
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/projects', { name: 'Vault', slug: 'vault', visibility: 'private' })
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await baton.close()
})

async function agentOf(owner: Person, slug: string): Promise<McpClient> {
  await owner.do('POST', '/api/agents', { name: slug, slug })
  const { token } = await owner.do('POST', '/api/settings/mcp-tokens', { name: slug, agent: slug })
  const client = await streamableClient({ url: baton.url, token })
  clients.push(client)
  return client
}

const standing = async (slug: string) => (await ann.do('GET', `/api/agents-at-work?agent=${slug}`)).items[0].status
async function fail(client: McpClient, slug: string): Promise<void> {
  for (let times = 0; times < 3; times++) await call(client, 'get_task', { task: 'WEB-999' })
  await expect.poll(() => standing(slug)).toBe('blocked')
}
async function work(client: McpClient, slug: string): Promise<void> {
  await result(client, 'list_tasks', { project: 'web' })
  await expect.poll(() => standing(slug)).toBe('running')
}

/** Runs the scheduled job on several workers at once, and then lets them read the log. */
async function look(workers = 1): Promise<void> {
  const notice = operations.get('noticeStuckAgents')
  const run = () => execute(baton.node.assembly.kernel, notice, system(office.id), {}, { door: 'worker' })
  await Promise.all(Array.from({ length: workers }, run))
  await office.read(workers)
}

test('the owner of a stuck agent is told once an episode, however many workers look, and again when it gets stuck again', async () => {
  const nova = await agentOf(bob, 'nova')
  await work(nova, 'nova')
  await look()
  expect(await told(bob)).toEqual([])
  await fail(nova, 'nova')
  await look(4)
  await look()
  expect(await told(bob)).toEqual(['agent_stuck nova'])
  expect(await told(ann)).toEqual([])
  const [stuck] = await inbox(bob)
  expect(stuck).toMatchObject({ kind: 'agent_stuck', title: 'nova', subject: { kind: 'agent', ref: 'nova' }, actor: null, read_at: null })
  await work(nova, 'nova')
  await look(2)
  // The agent is running again, so the notification is gone.
  expect(await told(bob)).toEqual([])
  await fail(nova, 'nova')
  await look(4)
  expect(await told(bob)).toEqual(['agent_stuck nova'])
})

test('nobody is told of what happens in a project they may no longer see', async () => {
  await ann.do('PUT', '/api/projects/vault/members/bob')
  const kite = await agentOf(bob, 'kite')
  await result(kite, 'create_session', { project: 'vault', goals: ['Open the vault'] })
  await ann.do('DELETE', '/api/projects/vault/members/bob')
  await fail(kite, 'kite')
  await look()
  expect(await told(bob)).not.toContain('agent_stuck kite')
})

test('whoever wants to hear of other things alone is not told', async () => {
  await bob.do('PATCH', '/api/settings/preferences', { notifications: { agent_stuck: { in_app: false, mail: 'off' } } })
  const atlas = await agentOf(bob, 'atlas')
  await fail(atlas, 'atlas')
  await look()
  expect(await told(bob)).not.toContain('agent_stuck atlas')
})

test('a session that falls silent makes its agent stuck; what has been so for days is no news', async () => {
  const lost = async (slug: string, hours: number) => {
    const client = await agentOf(ann, slug)
    await result(client, 'create_session', { project: 'web', goals: ['Work'] })
    await baton.look(
      `update agent_sessions set status = 'lost', seen_at = now() - make_interval(hours => $2)
        where agent_id = (select id from agents where slug = $1)`,
      [slug, hours],
    )
  }
  await lost('silent', 1)
  await lost('forgotten', 72)
  await look()
  expect(await told(ann)).toEqual(['agent_stuck silent'])
})

test('the clock’s job finds the organizations where an agent may be stuck', async () => {
  await baton.look("update agents set stuck_since = null where slug = 'silent'")
  const worker = await startWorker(baton)
  const ask = operations.get('lookForStuckAgents')
  await execute(baton.node.assembly.kernel, ask, system(office.id), {}, { door: 'worker' })
  await expect.poll(() => told(ann), { timeout: patience }).toEqual(['agent_stuck silent', 'agent_stuck silent'])
  await worker.close()
})
