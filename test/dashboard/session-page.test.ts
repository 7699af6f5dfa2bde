import { afterAll, beforeAll, expect, test } from 'vitest'
import { result } from '../mcp/clients.ts'
import { connectAgent } from './areas/agents.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
})
afterAll(() => dashboard?.close())

const patience = { timeout: 120_000 }

test('the page of a session tells its own steps in one vocabulary, what was stored and why a call was refused', patience, async () => {
  const { mira, org, slug: project } = scene
  const { client } = await connectAgent(scene, mira, 'Lyra', 'builder')
  await result(client, 'create_note', { project, title: 'Before the session' })
  const { id: session } = await result(client, 'create_session', { goals: ['Retry webhooks'], project })
  await result(client, 'store_memory', { project, content: 'Deliveries retry eight times.' })
  await client.callTool({ name: 'claim_task', arguments: { task: 'BAT-999', session } })
  await result(client, 'checkpoint_session', {
    session,
    progress: 'Half done',
    usage: { tokens_in: 1000, tokens_out: 200, cost: 0.5, model: 'model-4' },
  })
  const page = await dashboard.open(mira, `/${org}/sessions/${session}`)
  const steps = page.getByRole('list', { name: 'Steps' })
  const seen = page.getByText(/^last seen/)
  await seen.waitFor()
  expect(await seen.innerText()).toMatch(/last seen (just now|\d+ (s|min) ago)/)
  // A number and its unit stay close together, in the monospaced font too.
  expect(await page.evaluate("parseFloat(getComputedStyle(document.querySelector('time.font-mono')).wordSpacing)")).toBeLessThan(0)
  await steps.getByText('Create session').waitFor()
  await steps.getByText('Save memory').waitFor()
  await steps.getByRole('link', { name: /Deliveries retry eight times/ }).waitFor()
  await steps
    .getByText(/No task|no task|BAT-999/)
    .first()
    .waitFor()
  expect(await steps.getByText('Before the session').count()).toBe(0)
  await page.getByRole('group', { name: 'Spend over time' }).getByText('$0.50').waitFor()
  // "Newest first" reverses the list; following stays at the end where something happens.
  await page.getByRole('button', { name: 'Newest first' }).click()
  await steps.getByRole('listitem').first().getByText('Half done').first().waitFor()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await result(client, 'checkpoint_session', { session, progress: 'All done' })
  await steps.getByRole('listitem').first().getByText('All done').first().waitFor()
  await page.goto(`/${org}/sessions`)
  const row = page.getByRole('region', { name: 'Today' })
  await row.getByText('$0.50').waitFor()
  await page.goto(`/${org}/sessions/abc`)
  await page.getByText('Not found').waitFor()
  await page.context().close()
})

test('a task that an agent made says so', patience, async () => {
  const { mira, org, slug: project } = scene
  const { client } = await connectAgent(scene, mira, 'Nova', 'builder')
  const { key } = await result(client, 'create_task', { project, title: 'Found by an agent' })
  const page = await dashboard.open(mira, `/${org}/t/${key}`)
  await page.getByText('Created by Nova (agent of Mira Haddad)').waitFor()
  await page.getByText('created this task via MCP').waitFor()
  await page.context().close()
})
