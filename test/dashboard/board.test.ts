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
  page = await dashboard.open(scene.mira, place('board'))
})
afterAll(() => dashboard?.close())

const place = (view: string, search = '') => `/${scene.org}/p/${scene.slug}/${view}${search}`
const column = (name: string) => page.getByRole('region', { name: `Tasks in ${name}` })
const titles = (name: string) => column(name).getByRole('link').allInnerTexts()
const card = (title: string) => page.getByRole('link', { name: new RegExp(title) })
const find = async (text: string) => (await scene.mira.do('GET', `/api/tasks?project=${scene.slug}&text=${text}`)).items[0]
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('a card is moved, opened and changed by keys alone', async () => {
  await card('Compare any two').waitFor()
  await press('j')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('Rotate an API key')
  await press('ArrowRight')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('Compare any two')
  await press('j')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('Export a project')

  await press('Alt+ArrowUp')
  await expect.poll(() => titles('Todo')).toEqual(['Export a project as one JSON file', 'Compare any two spec versions'])
  await press('Alt+ArrowRight')
  await expect.poll(() => titles('In progress')).toContain('Export a project as one JSON file')
  await expect.poll(async () => (await find('Export')).status).toBe('in_progress')
  await press('Control+z')
  await expect.poll(async () => (await find('Export')).status).toBe('todo')

  await press('a')
  await page.getByRole('option', { name: 'Jonas Weber' }).click()
  await expect.poll(async () => (await find('Export')).assignee_id).toBe(scene.jonas.user.id)
  await press('l')
  await page.getByRole('combobox').fill('export')
  await press('Enter', 'Escape')
  await expect.poll(async () => (await find('Export')).labels).toEqual(['api', 'export'])
  await press('d')
  await page.getByRole('button', { name: 'Tomorrow' }).click()
  await expect.poll(async () => (await find('Export')).due_on).not.toBeNull()

  await press('Space')
  await page.getByRole('dialog').waitFor()
  expect(page.url()).toContain('peek=BAT-')
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await card('Export a project').focus()
  await press('Enter')
  await page.waitForURL(/\/t\/BAT-/)
  await page.goBack()
  await card('Compare any two').waitFor()
})

test('a card is dragged to another column and to a place in it', async () => {
  await page.goto(place('board'))
  await card('Rotate an API key').waitFor()
  await card('Rotate an API key').dragTo(card('Compare any two'), { targetPosition: { x: 40, y: 2 } })
  await expect.poll(() => titles('Todo')).toContain('Rotate an API key without downtime')
  await expect.poll(async () => (await find('Rotate')).status).toBe('todo')
  const before = await titles('Todo')
  await expect
    .poll(async () =>
      (await scene.mira.do('GET', `/api/tasks?project=${scene.slug}&status=todo&sort=rank`)).items.map(
        ({ title }: { title: string }) => title,
      ),
    )
    .toEqual(before)
})

test('several are selected and changed at once, and it can be taken back', async () => {
  await page.goto(place('list'))
  await card('Compare any two').focus()
  await press('x')
  await card('Show contradicting').focus()
  await press('x')
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await expect.poll(async () => (await find('Compare')).priority).toBe('urgent')
  expect((await find('Show')).priority).toBe('urgent')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await find('Compare')).priority).toBe('medium')
  await expect.poll(async () => (await find('Show')).priority).toBe('medium')
})

test('the address is the view: filters, saved views and sharing', async () => {
  await page.goto(place('list', '?status=todo&priority=medium'))
  await card('Compare any two').waitFor()
  await expect.poll(() => card('Resume an event').count()).toBe(0)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox').fill('compare')
  await page.getByRole('option', { name: 'Contains “compare”' }).click()
  await expect.poll(() => page.url()).toContain('text=compare')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name').fill('Comparisons')
  await page.getByLabel(/^Share with everyone/).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect.poll(() => page.url()).toContain('view=')
  await page.goto(place('board'))
  await page.getByRole('main').getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Comparisons' }).click()
  await page.waitForURL(/\/list\?.*text=compare/)
  expect((await scene.jonas.do('GET', `/api/views?project=${scene.slug}`)).items).toMatchObject([{ name: 'Comparisons', layout: 'list' }])
})

test('epics, stories and tasks are made and walked through in the tree', async () => {
  await page.goto(place('tree'))
  await page.getByRole('button', { name: 'New epic' }).click()
  await page.getByRole('textbox', { name: 'New epic' }).fill('Passkeys everywhere')
  await press('Enter')
  const epic = page.getByRole('treeitem', { name: /Passkeys everywhere/ })
  await epic.focus()
  await press('+')
  await page.getByRole('textbox', { name: /^New story in/ }).fill('Log in without a password')
  await press('Enter')
  const story = page.getByRole('treeitem', { name: /Log in without/ })
  await story.focus()
  await press('+')
  await page.getByRole('textbox', { name: /^New task in/ }).fill('Ask the browser for a passkey')
  await press('Enter')
  await page.getByRole('treeitem', { name: /Ask the browser/ }).waitFor()
  await epic.focus()
  await press('ArrowLeft')
  await story.waitFor({ state: 'detached' })
  await press('ArrowRight', 'ArrowRight')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('Log in without')
})

test('a due date is moved on the timeline by keys', async () => {
  await page.goto(place('timeline'))
  const bar = page.getByRole('button', { name: /move it by a day/ }).first()
  await bar.focus()
  const before = (await find('Export')).due_on
  await press('Shift+ArrowRight')
  await expect.poll(async () => (await find('Export')).due_on > before).toBe(true)
})

test('a project is made, archived, deleted and restored', async () => {
  await page.goto(`/${scene.org}/projects`)
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByLabel('Name').fill('Mobile app')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL(/\/p\/mobile-app\/board/)
  await page.getByText('No tasks yet').waitFor()
  await page.goto(`/${scene.org}/projects`)
  await page.getByRole('button', { name: 'Actions for Mobile app' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const listed = page.locator('#content').getByRole('link', { name: 'Mobile app' })
  await listed.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await listed.waitFor()
})
