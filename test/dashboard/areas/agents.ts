import { expect } from 'vitest'
import { result, streamableClient, type McpClient } from '../../mcp/clients.ts'
import type { Person } from '../../harness/person.ts'
import type { Area, Scene } from '../every-page.ts'

/** Ends a wait for something that never comes. */
const patience = { timeout: 60_000 }

interface Helper {
  id: string
  slug: string
  client: McpClient
}

/** A named agent, connected over MCP with a token of its owner. */
export async function connectAgent({ dashboard }: Pick<Scene, 'dashboard'>, owner: Person, name: string, role: string): Promise<Helper> {
  const { id, slug } = await owner.do('POST', '/api/agents', {
    name,
    role,
    model: 'model-4',
    description: `${name} works on the platform.`,
  })
  const { token } = await owner.do('POST', '/api/settings/mcp-tokens', { name: `${name} on a laptop`, agent: slug })
  return { id, slug, client: await streamableClient({ url: dashboard.baton.url, token, client: 'coding-cli' }) }
}

/** A session in which an agent takes a task, learns, decides and saves its progress. */
async function work(
  { slug: project }: Scene,
  { client }: Helper,
  goal: string,
  task: string | undefined,
  cost: number | undefined,
): Promise<string> {
  const { id: session } = await result(client, 'create_session', {
    goals: [goal, 'Replay keeps the order'],
    project,
    context: 'Started by hand.',
  })
  await result(client, 'list_tasks', { project })
  if (task) await result(client, 'claim_task', { task, session })
  await result(client, 'search_memory', { query: 'webhook retry', project })
  await result(client, 'checkpoint_session', {
    session,
    progress: 'Backoff table and jitter done',
    state: '**Next**: the order of a replay.',
    files: ['webhooks/backoff.ts', 'webhooks/deliver.ts', 'webhooks/sign.ts'],
    usage: { tokens_in: 812_000, tokens_out: 21_400, ...(cost !== undefined && { cost }), model: 'model-4' },
  })
  return session
}

export const agents: Area = async (scene) => {
  const { mira, jonas, org, slug } = scene
  const { items: tasks } = await mira.do('GET', `/api/tasks?project=${slug}&sort=rank&limit=10`)
  const open = tasks.filter((one: { status: string; lease: unknown }) => one.status !== 'complete').map((one: { key: string }) => one.key)
  const project = { project: slug }
  await mira.do('POST', '/api/memories', { ...project, content: 'Outgoing webhook deliveries retry 8 times over 28 hours.', pinned: true })
  const nova = await connectAgent(scene, jonas, 'Lyra', 'builder')
  const atlas = await connectAgent(scene, jonas, 'Atlas', 'builder')
  const rune = await connectAgent(scene, mira, 'Rune', 'tester')
  const sable = await connectAgent(scene, mira, 'Sable', 'writer')
  const fen = await connectAgent(scene, mira, 'Fen', 'reader')
  const kite = await connectAgent(scene, jonas, 'Kite', 'reviewer')

  await mira.do('PUT', `/api/agents/${nova.slug}/budget`, { daily_cost: 10 })
  await mira.do('PUT', `/api/agents/${sable.slug}/budget`, { daily_cost: 5 })
  const session = await work(scene, nova, 'Retry outgoing webhooks with backoff', open[0], 3.18)
  await result(nova.client, 'log_decision', { project: slug, title: 'Honour Retry-After up to 8 hours', rationale: 'Receivers know best.' })
  await result(nova.client, 'store_memory', { project: slug, content: 'The queue’s own backoff must be off for deliveries.' })
  await mira.do('POST', `/api/sessions/${session}/hints`, { body: 'Cap it at 8 hours like the rest.' })
  await result(nova.client, 'list_decisions', { project: slug })

  await mira.do('POST', '/api/workflows', {
    name: 'Approve first',
    slug: 'approve-first',
    gates: [
      { key: 'build', name: 'Build', kind: 'approval', before_code: true },
      { key: 'ship', name: 'Ship', kind: 'evidence', checks: [{ check: 'unit-tests' }] },
    ],
  })
  await work(scene, atlas, 'Passkey sign-in', open[1], 1.08)
  await result(atlas.client, 'create_feature', { project: slug, title: 'Passkey sign-in', workflow: 'approve-first', tasks: [open[1]] })

  await work(scene, rune, 'Resume an event stream on another node', open[2], undefined)
  for (let time = 0; time < 3; time++) await rune.client.callTool({ name: 'get_task', arguments: { task: 'BAT-9999' } })
  await work(scene, sable, 'Batch embeddings for imported notes', undefined, 5.2)
  await result(fen.client, 'list_tasks', { project: slug })
  await mira.do('POST', `/api/agents/${fen.slug}/stop`, { reason: 'Not today' })
  const ended = await work(scene, kite, 'Compare any two spec versions', undefined, 0.4)
  await result(kite.client, 'end_session', { session: ended, outcome: 'Headings are compared; the diff is on the page.' })
  await mira.do('POST', '/api/skills', {
    name: 'Write a migration',
    slug: 'write-a-migration',
    description: 'How a table is added or changed here, while the previous version serves.',
    body: '# Write a migration\n\n1. Try it in a transaction and roll back.\n2. Say the class in its comment.\n\n```sql\nalter table …\n```',
    tags: ['database'],
    visibility: 'team',
  })
  const { items } = await mira.do('GET', '/api/skills')
  const skill = items.find((one: { slug: string }) => one.slug === 'write-a-migration')
  await mira.do('PATCH', `/api/skills/${skill.id}`, {
    body: '# Write a migration\n\n1. Try it in a transaction and roll back.\n2. Say the class in its comment.\n3. Grant the least.',
  })
  // The door writes its counts every second; only then does the live page show them.
  await expect.poll(async () => (await mira.do('GET', '/api/telemetry/agents')).agents.length, patience).toBeGreaterThanOrEqual(6)

  const at = (path: string) => `/${org}/${path}`
  return [
    { name: 'agents-live', path: at('agents/live'), ready: 'Passkey sign-in' },
    {
      name: 'agents-stop-all',
      path: at('agents/live'),
      ready: 'Stop all',
      then: async (page) => {
        await page.getByRole('button', { name: 'Stop all' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor()
      },
    },
    { name: 'agents-live-blocked', path: at('agents/live?status=blocked'), ready: '3 calls failed in a row' },
    {
      name: 'agents-live-menu',
      path: at('agents/live'),
      ready: 'Lyra',
      then: async (page) => {
        await page.getByRole('button', { name: 'More about Lyra' }).first().click()
        await page.getByRole('menuitem', { name: 'Send hint' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'agents', path: at('agents'), ready: 'Atlas' },
    {
      name: 'agents-new',
      path: at('agents'),
      ready: 'Atlas',
      then: async (page) => {
        await page.getByRole('button', { name: 'New agent' }).click()
        await page.getByLabel('Instructions').waitFor()
      },
    },
    { name: 'agent', path: at(`agents/${nova.slug}`), ready: 'Recent activity' },
    { name: 'agent-sessions', path: at(`agents/${nova.slug}?tab=sessions`), ready: 'Retry outgoing webhooks with backoff' },
    { name: 'agent-calls', path: at(`agents/${nova.slug}?tab=calls`), ready: 'claim_task' },
    { name: 'agent-spend', path: at(`agents/${nova.slug}?tab=spend`), ready: 'Last 14 days' },
    { name: 'agent-memory', path: at(`agents/${nova.slug}?tab=memory`), ready: 'No memories of its own' },
    { name: 'agent-settings', path: at(`agents/${nova.slug}?tab=settings`), ready: 'Save changes' },
    { name: 'sessions', path: at(`p/${slug}/sessions`), ready: 'Passkey sign-in' },
    { name: 'sessions-everywhere', path: at('sessions?status=ended'), ready: 'Compare any two spec versions' },
    { name: 'session', path: at(`sessions/${session}`), ready: 'Backoff table and jitter done' },
    { name: 'session-all', path: at(`sessions/${session}?all=true`), ready: 'Show key steps only' },
    { name: 'session-context', path: at(`sessions/${session}?tab=context&budget=1000`), ready: 'Where it stopped' },
    { name: 'skills', path: at('skills'), ready: 'Write a migration' },
    { name: 'skill', path: at(`skills/${skill.id}`), ready: 'Grant the least.' },
    { name: 'skill-old', path: at(`skills/${skill.id}?v=1`), ready: 'not the latest' },
    {
      name: 'skill-edit',
      path: at(`skills/${skill.id}`),
      ready: 'Grant the least.',
      then: async (page) => {
        await page.getByRole('button', { name: 'Edit' }).click()
        await page.getByRole('button', { name: 'Save changes' }).waitFor()
      },
    },
  ]
}
