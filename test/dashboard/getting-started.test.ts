import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../looping/mcp-client.ts'
import type { Person } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { bringAxe, violations } from './axe.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'

const patience = { timeout: 240_000 }

let dashboard: Dashboard
let ann: Person
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  ann = await (await dashboard.baton.person('ann')).createOrganization('acme')
  page = await dashboard.open(ann, '/acme/inbox')
  await bringAxe(page.context())
  await page.reload()
}, patience.timeout)
afterAll(() => dashboard?.close())

const step = (name: string, state: 'Done' | 'Not done') =>
  page.getByRole('list', { name: 'First steps' }).getByRole('listitem').filter({ hasText: name }).getByText(state, { exact: true })

test('an empty inbox begins with the first steps, which tick themselves', patience, async () => {
  await page.getByRole('heading', { name: 'Getting started' }).waitFor()
  await step('Create a task', 'Not done').waitFor()
  await ann.api.createProject({ name: 'Ours', slug: 'ours' })
  await ann.api.createTask({ project: 'ours', title: 'First' })
  await step('Create a task', 'Done').waitFor()
  await step('Create a feature', 'Not done').waitFor()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Getting started/ })
    .waitFor()
  expect((await violations(page)).join('\n')).toBe('')
})

test('the sample project is there after one press, and its agent is seen at work', patience, async () => {
  const worker = await startWorker(dashboard.baton)
  await page.getByRole('button', { name: 'Add sample project' }).click()
  await page.waitForURL(/storefront-sample\/board/)
  await page
    .getByRole('link', { name: /Retry a payment that timed out/ })
    .first()
    .waitFor()
  await expect.poll(() => page.title()).toBe('Board · Storefront sample · Baton')
  await page.goto('/acme/agents/live')
  await page
    .getByRole('link', { name: /Juniper/ })
    .first()
    .waitFor()
  await page
    .getByText(/create_session|claim_task|get_task/)
    .first()
    .waitFor({ timeout: 120_000 })
  await worker.close()
})

test('one press removes it with its agent', patience, async () => {
  await page.goto('/acme/getting-started')
  await page.getByRole('button', { name: 'Remove sample' }).click()
  await page.getByRole('button', { name: 'Add sample project' }).waitFor()
  expect((await ann.api.listProjects({})).items.map(({ slug }) => slug)).toEqual(['ours'])
  expect((await ann.api.listAgents({})).items).toEqual([])
})

test('a list without anything carries the snippet of the client that was chosen', patience, async () => {
  await page.goto('/acme/connect')
  await page
    .getByRole('radio', { name: 'Codex' })
    .or(page.getByRole('button', { name: 'Codex' }))
    .first()
    .click()
  await page.goto('/acme/agents')
  await page.getByText('No agents yet').waitFor()
  await page
    .getByRole('region', { name: 'Command for Codex' })
    .getByText(/codex mcp add baton/)
    .waitFor()
})

test('put away, the first steps stay away on every device', patience, async () => {
  await page.goto('/acme/inbox')
  await page.getByRole('button', { name: 'Hide checklist' }).click()
  await page.getByRole('heading', { name: 'Getting started' }).waitFor({ state: 'detached' })
  await expect.poll(async () => (await ann.api.getGettingStarted({})).hidden).toBe(true)
  const other = await dashboard.open(ann, '/acme/inbox')
  await other.getByText('You’re all caught up').or(other.getByText('Nothing needs you')).first().waitFor()
  expect(await other.getByRole('heading', { name: 'Getting started' }).count()).toBe(0)
  await other.context().close()
})

test('Connect offers only one’s own agents, and a new one is named after its token', patience, async () => {
  const bob = (await dashboard.baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await bob.api.createAgent({ name: 'Agent of Bob' })
  await ann.api.createAgent({ name: 'Agent of Ann' })
  await page.goto('/acme/connect')
  const acts = page.getByLabel('Acts as')
  await expect.poll(() => acts.locator('option').allInnerTexts()).toEqual(['New agent “ann-laptop”', 'Agent of Ann'])
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByLabel('Token', { exact: true }).textContent()
  await callTool(dashboard.origin, token ?? '', 'list_projects', {})
  await page.getByText('First tool call arrived').waitFor()
  const names = async () => (await ann.api.listAgents({})).items.map(({ name }) => name)
  await expect.poll(names, patience).toContain('ann-laptop')
})

test('a viewer is not asked whom to act as', patience, async () => {
  const eve = (await dashboard.baton.person('eve')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'eve', role: 'viewer' })
  const other = await dashboard.open(eve, '/acme/connect')
  await other.getByRole('button', { name: 'Create token' }).waitFor()
  expect(await other.getByLabel('Acts as').count()).toBe(0)
  await other.context().close()
})
