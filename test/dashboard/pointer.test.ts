import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringAxe, violations } from './axe.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import { picture } from './picture.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  page = await dashboard.open(scene.mira, '/')
  await bringAxe(page.context())
})
afterAll(() => dashboard?.close())

const show = async (view: string) => {
  await page.goto(`/${scene.org}/${view === 'my' ? view : `p/${scene.slug}/${view}`}`)
  // At rest where no task is.
  await page.mouse.move(4, 4)
}
const find = async (text: string) => (await scene.mira.do('GET', `/api/tasks?project=${scene.slug}&text=${text}`)).items[0]
const link = (title: string) => page.getByRole('link', { name: new RegExp(title) })
const row = (title: string) => page.locator('[data-task]').filter({ hasText: title })
const said = (words: string) => page.getByRole('region', { name: 'Messages' }).getByText(words)
/** The tasks that have a ring, by their text; one that is on two elements counts twice. */
const rings = () =>
  page.evaluate(`[...document.querySelectorAll('[data-task], [data-task] *')]
    .filter((one) => { const { outlineStyle, outlineWidth } = getComputedStyle(one); return outlineStyle !== 'none' && outlineWidth === '2px' })
    .map((one) => one.closest('[data-task]').querySelector('a').textContent)`)

test('a key acts on the card under the pointer, not on the one that was clicked last; the message names it and takes it back', async () => {
  await show('board')
  await link('Enrol a passkey').focus()
  await row('Export a project').hover()
  await expect.poll(rings).toEqual(['Export a project as one JSON file'])
  await page.keyboard.press('p')
  await page.getByRole('option', { name: 'Urgent' }).click()
  const { key } = await find('Export')
  await said(`${key}: priority Urgent`).waitFor()
  await picture(page, 'pointer')
  await expect.poll(async () => (await find('Export')).priority).toBe('urgent')
  expect((await find('Enrol')).priority).toBe('high')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await find('Export')).priority).toBe('low')
})

for (const view of ['board', 'list', 'tree', 'timeline'])
  test(`on the ${view}, what the pointer is over has the only ring and is what X selects; with nothing there, keys say what to do`, async () => {
    await show(view)
    await row('Retry outgoing').waitFor()
    await page.keyboard.press('x')
    await said('Point at a task first').waitFor()
    expect(await rings()).toEqual([])
    await row('Retry outgoing').hover()
    await expect.poll(rings).toEqual(['Retry outgoing webhooks with backoff'])
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: 'Selected tasks' }).getByText('1 selected').waitFor()
    await row('Compare any two').hover()
    await expect.poll(rings).toEqual(['Compare any two spec versions'])
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await page.mouse.move(4, 4)
    await expect.poll(rings).toEqual([])
    await page.keyboard.press('x')
    await said('Point at a task first').waitFor()
    expect(await page.getByRole('toolbar', { name: 'Selected tasks' }).count()).toBe(0)
  })

test('an arrow key takes the focus; the pointer takes it back after four pixels, not before', async () => {
  await show('list')
  await row('Compare any two').hover()
  await expect.poll(rings).toEqual(['Compare any two spec versions'])
  const { x, y } = (await row('Compare any two').boundingBox())!
  await page.mouse.move(x + 200, y + 18)
  await page.keyboard.press('ArrowDown')
  await expect.poll(rings).toEqual(['Export a project as one JSON file'])
  await page.mouse.move(x + 203, y + 18)
  // A later event that takes the same way, so the one before it has been handled.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await rings()).toEqual(['Export a project as one JSON file'])
  await page.mouse.move(x + 204, y + 18)
  await expect.poll(rings).toEqual(['Compare any two spec versions'])
  // The keyboard focus went along, so Enter opens this one.
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Compare any two spec versions' }).waitFor()
})

test('the keys of My work act on the row under the pointer', async () => {
  for (const text of ['Export', 'Compare'])
    await scene.mira.do('PATCH', `/api/tasks/${(await find(text)).key}`, { assignee: scene.mira.user.id })
  await show('my')
  await row('Export a project').waitFor()
  await page.keyboard.press('p')
  await said('Point at a task first').waitFor()
  await link('Compare any two').focus()
  await row('Export a project').hover()
  await expect.poll(rings).toEqual([expect.stringContaining('Export a project')])
  await page.keyboard.press('p')
  await page.getByRole('option', { name: 'Medium' }).click()
  await expect.poll(async () => (await find('Export')).priority).toBe('medium')
  await said(`${(await find('Export')).key}: priority Medium`).waitFor()
})
