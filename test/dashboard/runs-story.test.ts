import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestMachine } from '../machines/machines.ts'
import type { Person } from '../harness/person.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'

const timeout = 240_000
let dashboard: Dashboard
let ann: Person
let page: Page
let machine: TestMachine
let finish: string

/** A tiny agent: it reports its steps until it is told to finish, and then commits something, or leaves it uncommitted if it is told that. */
const program = `
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const { execFileSync } = require('node:child_process')
let step = 0
console.error('warming up')
setInterval(() => {
  console.log('working on step ' + ++step)
  if (!existsSync(process.argv[2])) return
  writeFileSync('done.txt', 'done\\n')
  if (readFileSync(process.argv[2], 'utf8') === 'leave') process.exit(0)
  execFileSync('git', ['add', '.'])
  execFileSync('git', ['-c', 'user.name=Agent', '-c', 'user.email=agent@example.com', 'commit', '--quiet', '--message=Done'])
  console.log('all steps are done')
  process.exit(0)
}, 200)
`

beforeAll(async () => {
  dashboard = await startDashboard()
  ann = await dashboard.baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Shop', slug: 'shop', key: 'SHOP' })
  await ann.api.createWorkspace({ name: 'My desk', slug: 'my-desk', projects: ['shop'] })
  machine = await TestMachine.pair(ann)
  const checkout = join(machine.folder, 'shop')
  mkdirSync(checkout)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-C', checkout, ...args])
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(checkout, 'README.md'), '# Shop\n')
  git('add', '.')
  git('commit', '--quiet', '--message=First')
  finish = join(machine.folder, 'finish')
  writeFileSync(join(machine.folder, 'agent.cjs'), program)
  const command = [process.execPath, join(machine.folder, 'agent.cjs'), finish]
  const runs = { people: ['ann'], at_once: 1, clients: { script: { protocol: 'command', command, timeout_minutes: 5 } } }
  const hello = { name: 'hello', risk: 'read', command: ['echo', 'hello'] }
  writeFileSync(machine.home.path('allow.json'), JSON.stringify({ jail: [machine.folder], ports: [], actions: [hello], runs }))
  await ann.api.addCheckout({ workspace: 'my-desk', machine: machine.id, path: checkout })
  await ann.api.createAgent({ name: 'Nova' })
  await ann.do('POST', '/api/tasks', { project: 'shop', title: 'Sell more', status: 'todo' })
  await machine.start().online()
  page = await dashboard.open(ann, '/ann/agents/nova?tab=runs')
  page.setDefaultTimeout(60_000)
}, 180_000)
afterAll(async () => {
  await dashboard?.close()
  await machine?.close()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const card = () => page.getByRole('region', { name: 'Run', exact: true })
const log = () => page.getByRole('log')

test('an agent is bound to a workspace on its page', { timeout }, async () => {
  await page.getByLabel('Workspace').selectOption({ label: 'My desk' })
  await page.getByText('Machines offer: script.').waitFor()
  await page.getByLabel('Client').fill('script')
  await button('Turn on').click()
  await button('Turn off').waitFor()
  await page.goto('/ann/workspaces/my-desk')
  await page.getByRole('list', { name: 'Agents in this workspace' }).getByText('Nova').waitFor()
})

test('a task that is assigned to it runs, and its output arrives by itself', { timeout }, async () => {
  await page.goto('/ann/t/SHOP-1')
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^Assignee/ })
    .click()
  await page.getByRole('option', { name: 'Nova' }).click()
  await card().getByRole('heading', { name: 'Nova is running on Laptop' }).waitFor()
  await log().getByText('working on step 3', { exact: true }).waitFor({ state: 'attached' })
  // The kind of a line isn't conveyed by color alone.
  await log().getByText('Error output: ').first().waitFor({ state: 'attached' })
  await card()
    .getByText(/^Assigned by /)
    .waitFor()
})

test('the console follows the end, waits while somebody reads above it, and can be told to go on', { timeout }, async () => {
  const place = () =>
    log().evaluate((box) => {
      const { scrollTop, scrollHeight, clientHeight } = box as unknown as Record<string, number>
      return (scrollHeight ?? 0) - (scrollTop ?? 0) - (clientHeight ?? 0)
    })
  await log().getByText('working on step 25', { exact: true }).waitFor({ state: 'attached' })
  await expect.poll(place).toBeLessThan(17)
  await log().evaluate((box) => ((box as unknown as { scrollTop: number }).scrollTop = 0))
  await button('Jump to latest').waitFor()
  const before = await place()
  const lines = await log().locator('> div').count()
  await expect.poll(() => log().locator('> div').count()).toBeGreaterThan(lines)
  expect(await place()).toBeGreaterThanOrEqual(before)
  await button('Jump to latest').click()
  await expect.poll(place).toBeLessThan(17)
})

test('the wall shows where it runs and what it said last, and leads to the console', { timeout }, async () => {
  await page.goto('/ann/agents/live')
  const row = page.getByRole('row').filter({ hasText: 'Laptop' })
  await row.getByText(/working on step \d+/).waitFor()
  const seen = await row.getByText(/working on step \d+/).textContent()
  await expect.poll(() => row.getByText(/working on step \d+/).textContent()).not.toBe(seen)
  await page.getByRole('link', { name: 'Console of Nova' }).click()
  await page.waitForURL('**/runs/*')
  await log().getByText('working on step 1', { exact: true }).waitFor({ state: 'attached' })
})

test('Stop ends it', { timeout }, async () => {
  await button('Stop the run of Nova').click()
  await card().getByRole('heading', { name: 'Nova was stopped on Laptop' }).waitFor()
  expect((await ann.api.listRuns({ open: true })).items).toEqual([])
})

test('“Run on…” says where it can run, starts it, and the task shows what came of it', { timeout }, async () => {
  writeFileSync(finish, '')
  await page.goto('/ann/t/SHOP-1')
  await card().getByText('Stopped', { exact: true }).waitFor()
  await button('Task actions').click()
  await page.getByRole('menuitem', { name: 'Run on…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run SHOP-1' })
  await dialog.getByRole('radio', { name: /Laptop/ }).waitFor()
  expect(await dialog.getByLabel('Agent').locator('option:checked').textContent()).toBe('Nova')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await card().getByRole('heading', { name: 'Nova finished on Laptop' }).waitFor()
  await log().getByText('all steps are done').waitFor({ state: 'attached' })
  await card().getByText('+1', { exact: true }).waitFor()
  await card()
    .getByText(/^Started by /)
    .waitFor()
  await page.getByText('1 earlier run').click()
  await page.getByRole('list', { name: 'Earlier runs' }).getByText('Stopped').waitFor()
  await page.goto(`/ann/machines/${machine.id}`)
  const list = page.getByRole('list', { name: 'Runs on Laptop' })
  await list.getByText('all steps are done').waitFor()
  await page.getByText('Starts for').waitFor()
})

test('a run that leaves work uncommitted says so, and where the work is', { timeout }, async () => {
  writeFileSync(finish, 'leave')
  await ann.api.startRun({ task: 'SHOP-1', agent: 'nova' })
  await page.goto('/ann/t/SHOP-1')
  await card().getByRole('heading', { name: 'Nova left work undone on Laptop' }).waitFor()
  const alert = card().getByRole('alert')
  await alert.getByText('It left 1 file uncommitted.').waitFor()
  const [run] = (await ann.api.listRuns({ task: 'SHOP-1', state: 'unfinished' })).items
  expect(await alert.textContent()).toContain(`What is not committed is in ${run?.worktree} on Laptop.`)
})
