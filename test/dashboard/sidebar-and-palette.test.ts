import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringAxe, violations } from './axe.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

const patience = { timeout: 240_000 }

let dashboard: Dashboard
let scene: Scene
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  await scene.mira.do('POST', '/api/projects', { name: 'Website', slug: 'website' })
  await scene.mira.do('POST', '/api/projects', { name: 'Apps', slug: 'apps' })
  page = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/board`)
  await bringAxe(page.context())
  await page.reload()
}, patience.timeout)
afterAll(() => dashboard?.close())

const sidebar = (on = page) => on.getByRole('navigation', { name: 'Main' }).first()
const all = (on = page) => sidebar(on).getByRole('region', { name: 'All projects' })
const palette = async (text: string) => {
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder(/Search tasks/)
  await field.fill(text)
  return field
}
const option = (name: string | RegExp) => page.getByRole('option', { name })
const shut = () => page.keyboard.press('Escape')

test('the sidebar lists all projects, favorites first, on every device', patience, async () => {
  await all().getByRole('link', { name: 'Website' }).hover()
  await all().getByRole('button', { name: 'Add Website to favorites' }).click()
  const names = (on = page) => all(on).getByRole('link').allInnerTexts()
  await expect.poll(() => names()).toEqual(['Website', 'Apps', 'Platform'])
  await expect.poll(async () => (await scene.mira.api.listProjects({})).items.find(({ slug }) => slug === 'website')?.favorite).toBe(true)
  const other = await dashboard.open(scene.mira, `/${scene.org}/inbox`)
  await expect.poll(() => names(other), patience).toEqual(['Website', 'Apps', 'Platform'])
  await other.context().close()
})

test('New creates everything; the person’s own menu logs out, the organization’s does not', patience, async () => {
  await sidebar().getByRole('button', { name: 'New', exact: true }).click()
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual([expect.stringContaining('Task'), 'Feature', 'Spec', 'Decision', 'Note', 'Memory', 'Project'])
  await page.getByRole('menuitem', { name: 'Decision' }).click()
  await page.getByRole('dialog').getByLabel('Title').waitFor()
  await shut()
  await sidebar()
    .getByRole('button', { name: /Switch organization|Northwind/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'New organization' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Log out' }).count()).toBe(0)
  await shut()
  await sidebar()
    .getByRole('button', { name: /Your account/ })
    .click()
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  await page.getByText('mira@example.com').waitFor()
  await shut()
})

test('Help tells the version and how the instance does', patience, async () => {
  await sidebar().getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: /Version \d/ }).waitFor()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor()
  await shut()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect((await violations(page)).join('\n')).toBe('')
})

test('the sidebar folds away, and stays so', patience, async () => {
  await sidebar().getByRole('button', { name: 'Hide sidebar' }).click()
  await page.reload()
  await sidebar().getByRole('button', { name: 'Show sidebar' }).waitFor()
  await sidebar().getByRole('link', { name: 'Inbox' }).waitFor()
  expect((await violations(page)).join('\n')).toBe('')
  await page.keyboard.press('[')
  await sidebar().getByRole('button', { name: 'Hide sidebar' }).waitFor()
})

test('the palette finds things by the words people use', patience, async () => {
  await palette('kanban')
  await option(/board/i).first().waitFor()
  await page.getByPlaceholder(/Search tasks/).fill('new memory')
  await option('New memory').waitFor()
  await page.getByPlaceholder(/Search tasks/).fill('webhooks')
  await option('Webhooks').waitFor()
  await page.getByPlaceholder(/Search tasks/).fill('logout')
  await option('Log out').waitFor()
  await page.getByPlaceholder(/Search tasks/).fill('website')
  await option('Switch to Website').click()
  await page.waitForURL(/website\/board/)
  await expect.poll(() => page.title()).toBe('Board · Website · Baton')
})

test('a person in the palette leads to that person', patience, async () => {
  await palette('jonas')
  await option('Jonas Weber').click()
  await page.waitForURL(/\/team\?person=jonas/)
  await page.getByRole('list', { name: 'Members' }).locator('[aria-current=true]').getByText('@jonas').waitFor()
})

test('the palette asks once for what was typed, and shows keys and status', patience, async () => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/search?') && asked.push(request.url()))
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Search tasks/).pressSequentially('contradicting', { delay: 20 })
  const hit = option(/contradicting memories/)
  await hit.waitFor()
  expect(await hit.innerText()).toContain('BAT-3')
  await hit.getByRole('img', { name: 'In review' }).waitFor()
  // A slow machine may pause between two keystrokes; what counts is that not every keystroke sends a request.
  expect(asked.length).toBeLessThan(4)
  await hit.click()
  await page.waitForURL(/\/t\/BAT-3/)
  await expect.poll(() => page.title()).toBe('BAT-3 Show contradicting memories side by side · Baton')
})
