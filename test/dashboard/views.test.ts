import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  const { mira, slug: project } = scene
  const epic = await mira.api.createEpic({ project, title: 'Identity' })
  await mira.api.createTask({ project, epic: epic.key, title: 'Log in by mail', status: 'todo', labels: ['mail', 'login'] })
  await mira.api.createFeature({ project, title: 'Webhooks out', tasks: ['BAT-2'] })
  page = await dashboard.open(mira, place('board'))
})
afterAll(() => dashboard?.close())

const place = (view: string, search = '') => `/${scene.org}/p/${scene.slug}/${view}${search}`
const column = (name: string) => page.getByRole('region', { name: `Tasks in ${name}`, exact: true })
const titles = (name: string) => column(name).getByRole('link').allInnerTexts()
const card = (title: string) => page.getByRole('link', { name: new RegExp(title) })
const task = async (text: string) => (await scene.mira.api.listTasks({ project: scene.slug, text })).items[0]
const pick = async (menu: string, option: string) => {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('combobox').fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('a board is grouped by epic, label and feature, and a card that changes its column changes its task', async () => {
  await card('Log in by mail').waitFor()
  await pick('Display', 'Group by epic')
  await expect.poll(() => titles('Identity')).toEqual(['Log in by mail'])
  expect(await titles('No epic')).toContain('Compare any two spec versions')
  await card('Compare any two').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => titles('Identity')).toContain('Compare any two spec versions')
  await expect.poll(async () => (await task('Compare'))?.parent_id).toBe((await task('mail'))?.parent_id)

  await page.goto(place('board', '?group=label'))
  // A task with two labels appears under both, and the arrow keys know in which of the two columns the focus is.
  await expect.poll(() => titles('mail')).toEqual(['Log in by mail'])
  await expect.poll(() => titles('login')).toEqual(['Log in by mail'])
  await column('mail').getByRole('link').focus()
  await page.keyboard.press('ArrowLeft')
  const where = () => page.evaluate(`document.activeElement?.closest('section')?.getAttribute('aria-label')`)
  await expect.poll(where).toBe('login')
  await page.keyboard.press('ArrowRight')
  await expect.poll(where).toBe('mail')

  await page.goto(place('board', '?group=feature'))
  await expect.poll(() => titles('Webhooks out')).toEqual(['Retry outgoing webhooks with backoff'])
  await page.goto(place('list', '?group=epic'))
  await page.getByRole('button', { name: /^Identity/ }).waitFor()
  await card('Log in by mail').waitFor()
})

test('filters say what is not wanted and what is lacking, and a press turns one around', async () => {
  await page.goto(place('list'))
  await pick('Filter', 'Label is not mail')
  await expect.poll(() => page.url()).toContain('label_not=mail')
  await expect.poll(() => card('Log in by mail').count()).toBe(0)
  await page.getByRole('button', { name: 'Invert filter Label is not mail' }).click()
  await expect.poll(() => page.url()).toContain('label=mail')
  await expect.poll(() => page.getByRole('region', { name: 'Tasks', exact: true }).getByRole('link').count()).toBe(1)
  await page.getByRole('button', { name: 'Remove filter Label: mail' }).click()
  await pick('Filter', 'No parent')
  await expect.poll(() => card('Log in by mail').count()).toBe(0)
  await card('Export a project').waitFor()
  // The same filter gives the same result on the server.
  const told = await scene.mira.api.listTasks({ project: scene.slug, has_no: 'parent', limit: 100 })
  await page.getByText(`${told.items.length} of 8 tasks`).waitFor()
  await page.goto(place('tree', '?text=BAT-2'))
  await page.getByRole('treeitem', { name: /Retry outgoing/ }).waitFor()
  expect(await page.getByRole('treeitem', { name: /Compare any two/ }).count()).toBe(0)
})

test('an empty column under a filter says that no task matches', async () => {
  await page.goto(place('board', '?text=webhooks'))
  await card('Retry outgoing').waitFor()
  expect(await column('Todo').innerText()).toContain('No matching tasks')
})

test('a view that was changed says so and can be updated or saved as another, and clearing it leaves it', async () => {
  await scene.mira.api.createView({
    name: 'Not done',
    layout: 'list',
    group_by: 'epic',
    filters: { project: scene.slug, status_not: ['complete', 'cancelled'] },
  })
  await page.goto(place('board'))
  const views = page.getByRole('main').getByRole('button', { name: 'Saved views' })
  await views.click()
  await page.getByRole('menuitem', { name: 'Not done' }).click()
  await page.waitForURL(/group=epic/)
  expect(page.url()).toContain('status_not=complete')
  expect(await views.innerText()).not.toContain('Modified')
  await pick('Filter', 'Priority: High')
  await expect.poll(() => views.innerText()).toContain('Modified')
  await page.getByRole('button', { name: 'Save as new view' }).waitFor()
  await page.getByRole('button', { name: 'Update “Not done”' }).click()
  await expect.poll(() => views.innerText()).not.toContain('Modified')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => views.innerText()).toContain('Views')
  expect(page.url()).not.toContain('view=')
})

test('J and K walk through the peek, and the focus comes back to the card it showed last', async () => {
  await page.goto(place('board'))
  await card('Compare any two').focus()
  await page.keyboard.press('Space')
  const panel = page.getByRole('dialog')
  const title = () => panel.getByRole('heading', { level: 2 }).first().innerText()
  await panel.getByText('Compare any two').first().waitFor()
  const first = await title()
  await page.keyboard.press('j')
  await expect.poll(title).not.toBe(first)
  const second = await title()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  const focus = () => page.evaluate(`document.activeElement?.getAttribute('aria-label') ?? ''`)
  await expect.poll(focus).toContain(second)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/t\/BAT-/)
  await page.goBack()
  await expect.poll(focus).toContain(second)
})

test('who looks at the same board or task is seen in its header', async () => {
  const jonas = await dashboard.open(scene.jonas, place('board'))
  await page.goto(place('board'))
  const here = (one: Page, name: string) => one.getByRole('group', { name: 'Here now' }).getByLabel(name)
  await here(page, 'Jonas Weber').waitFor({ timeout: 20_000 })
  await here(jonas, 'Mira Haddad').waitFor({ timeout: 20_000 })
  await page.goto(`/${scene.org}/t/BAT-2`)
  await jonas.goto(`/${scene.org}/t/BAT-2`)
  await here(page, 'Jonas Weber').waitFor({ timeout: 20_000 })
  await here(jonas, 'Mira Haddad').waitFor({ timeout: 20_000 })
  // On a different task, nobody else is shown.
  await jonas.goto(`/${scene.org}/t/BAT-3`)
  await expect.poll(() => here(page, 'Jonas Weber').count(), { timeout: 20_000 }).toBe(0)
  await jonas.context().close()
})
