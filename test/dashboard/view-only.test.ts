import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeRepository } from '../assistant/stored-repository.ts'
import type { Person } from '../harness/person.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
let vera: Person
let page: Page
const made: Record<string, string> = {}
const refused: string[] = []

beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  const { mira } = scene
  const project = 'platform'
  await mira.do('PATCH', '/api/tasks/BAT-1', { description: '- [ ] Ask the browser', due_on: new Date().toISOString().slice(0, 10) })
  await mira.do('POST', '/api/items/BAT-1/comments', { body: 'It works on my machine.' })
  await mira.do('POST', '/api/projects/platform/epics', { title: 'Log in without a password' })
  made['feature'] = (await mira.do('POST', '/api/features', { project, title: 'Passkeys' })).id
  made['note'] = (await mira.do('POST', '/api/notes', { project, title: 'How we deploy', content: 'Slowly.' })).id
  made['spec'] = (await mira.do('POST', '/api/specs', { project, title: 'Passkeys', body: '# Enrolment' })).id
  made['decision'] = (await mira.do('POST', '/api/decisions', { project, title: 'Use passkeys', rationale: 'They work.' })).id
  await mira.do('POST', '/api/memories', { project, content: 'The tests need a browser.' })
  await mira.do('POST', '/api/agents', { name: 'Nova', role: 'engineer' })
  await mira.do('POST', '/api/teams', { name: 'Core', handle: 'core' })
  made['repository'] = await storeRepository(dashboard.baton, mira, project, 'a'.repeat(40), [])
  const visitor = await dashboard.baton.person('vera')
  await mira.do('POST', '/api/organization/members', { user: visitor.user.handle, role: 'viewer' })
  vera = visitor.in(String(mira.organization))
  page = await dashboard.open(vera, '/northwind/p/platform/board')
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
})
afterAll(() => dashboard?.close())

/** Controls that only view, filter, collapse, navigate or copy. */
const harmless = [
  /^(Actions for|More about|More actions|Column|Fold|Unfold|Copy|Filter|Display|Saved views|Open|Why) ?/,
  /^(Board|List|Timeline|Tree|Pipeline|Map|By tag|Weeks|Months|Quarters|Earlier|Today|Later)$/,
  /^(All|Open|Archived|People|Agents|Tool calls|Project|Personal|Deleted|Organization|This project|Find|Search notes|Show history|Applies to file)$/,
  /^(Draft|In review|Approved|Obsolete|Proposed|Accepted|Superseded|Rejected|Active|Shipped|Cancelled|Trust|State|Tags?|Scope)$/,
  /^(Now|Runs|Sessions|Spend & budget|Memory|Search memories|The tests need a browser\.|Leave organization)$/,
  /^(Running|Waiting for a person|Blocked|Over budget|Done|Stopped|Idle|Backlog|Todo|In progress|In review|Complete|Cancelled)\d+$/,
  /^(Members|Projects|Features|Activity|Charts|Tables|Refresh|(Period|Projects?|Agent|Table): .*|Download .*|Yours|New post|Search skills)$/,
  // Its menu copies the link of a comment.
  /^Comment actions$/,
  /^(Needs you|Merged|Closed|(Project|Repository|Author): .*)$/,
  /\((current|upcoming|passed)\)/,
]

/** The names of all enabled controls on the page. */
async function controls(): Promise<string[]> {
  const all = page.locator('#content').locator('button:enabled, input:enabled, textarea:enabled, select:enabled, [contenteditable=true]')
  return all.evaluateAll((elements) =>
    elements
      .filter((one) => one.checkVisibility())
      .map((one) => one.getAttribute('aria-label') ?? (one.textContent?.trim() || one.getAttribute('placeholder') || one.outerHTML)),
  )
}

async function visit(path: string, ready: string): Promise<string[]> {
  await page.goto(path)
  await page.locator('#content').getByText(ready).first().waitFor()
  if (!/\/(settings\/|insights|marketplace|community)/.test(path)) await page.getByText('View only').waitFor()
  return (await controls()).filter((name) => !harmless.some((one) => one.test(name)))
}

test('a viewer finds no control on any page that the server would refuse', { timeout: 120_000 }, async () => {
  const at = '/northwind'
  const place = `${at}/p/platform`
  const pages: [string, string][] = [
    [`${place}/board`, 'Enrol a passkey'],
    [`${place}/list`, 'Enrol a passkey'],
    [`${place}/timeline`, 'Enrol a passkey'],
    [`${place}/tree`, 'Log in without'],
    [`${place}/features`, 'Passkeys'],
    [`${place}/specs`, 'Passkeys'],
    [`${place}/decisions`, 'Use passkeys'],
    [`${place}/notes`, 'How we deploy'],
    [`${place}/memory`, 'The tests need a browser'],
    [`${at}/t/BAT-1`, 'It works on my machine'],
    [`${at}/features/${made['feature']}`, 'Passkeys'],
    [`${at}/specs/${made['spec']}`, 'Enrolment'],
    [`${at}/decisions/${made['decision']}`, 'They work'],
    [`${at}/notes/${made['note']}`, 'Slowly'],
    [`${at}/agents`, 'Nova'],
    [`${at}/agents/live`, 'Nova'],
    [`${at}/agents/nova`, 'Nova'],
    [`${at}/agents/nova?tab=runs`, 'Hasn’t run on a machine yet'],
    [`${at}/machines`, 'No machines'],
    [`${at}/workspaces`, 'No workspaces yet'],
    [`${at}/projects`, 'Platform'],
    [`${at}/team`, 'Core'],
    [`${at}/teams/core`, 'Core'],
    [`${at}/insights`, 'Waiting'],
    [`${at}/marketplace`, 'Marketplace'],
    [`${at}/community`, 'Community'],
    [`${at}/workflows`, 'Approvers'],
    [`${place}/repos`, 'acme/baton'],
    [`${at}/repos/${made['repository']}`, 'No branches yet'],
    [`${at}/repos/${made['repository']}/settings`, 'Issues are ignored'],
    [`${at}/pulls`, 'No open pull requests'],
    [`${at}/settings/organization`, 'You are a viewer'],
  ]
  const found: Record<string, string[]> = {}
  for (const [path, ready] of pages) {
    const names = await visit(path, ready)
    if (names.length > 0) found[path] = names
  }
  expect(found).toEqual({})
  expect(refused).toEqual([])
})

test('keys, the palette and dragging change nothing for a viewer', { timeout: 60_000 }, async () => {
  await page.goto('/northwind/p/platform/board')
  const card = page.getByRole('link', { name: /Compare any two/ })
  await card.waitFor()
  await page.getByText('View only').waitFor()
  await page.keyboard.press('j')
  for (const key of ['c', 'Shift+c', 's', 'p', 'a', 'l', 'd', 'r', 'x', 'Alt+ArrowRight', 'Backspace']) await page.keyboard.press(key)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('toolbar', { name: 'Selected tasks' }).count()).toBe(0)
  await card.dragTo(page.getByRole('region', { name: 'Tasks in In progress' }))
  expect(
    await page
      .getByRole('region', { name: 'Tasks in Todo' })
      .getByRole('link', { name: /Compare any two/ })
      .count(),
  ).toBe(1)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search tasks, agents').fill('new')
  await page.getByText('Nothing matches').waitFor()
  const { items } = await scene.mira.do('GET', '/api/tasks?project=platform&text=Compare')
  expect(items[0].status).toBe('todo')
  expect(refused).toEqual([])
})

test('an archived project says so, and is only read by members too', { timeout: 60_000 }, async () => {
  await scene.mira.do('POST', '/api/projects', { name: 'Old site', slug: 'old', key: 'OLD' })
  await scene.mira.do('POST', '/api/tasks', { project: 'old', title: 'Turn it off' })
  await scene.mira.do('POST', '/api/projects/old/archive')
  const theirs = await dashboard.open(scene.jonas, '/northwind/t/OLD-1')
  await theirs.getByText('Archived', { exact: false }).first().waitFor()
  await theirs.getByRole('heading', { name: 'Turn it off' }).waitFor()
  expect(await theirs.getByRole('button', { name: 'Attach file' }).count()).toBe(0)
  await theirs.goto('/northwind/t/BAT-1')
  await theirs.getByRole('button', { name: 'Attach file', exact: true }).waitFor()
  expect(await theirs.getByText('View only').count()).toBe(0)
})
