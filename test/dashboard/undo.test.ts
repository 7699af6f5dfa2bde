import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

const patience = { timeout: 240_000 }

let dashboard: Dashboard
let scene: Scene
let page: Page
/** The order of the whole project before anything was moved. */
let order: string[]
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  order = await onServer()
  page = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/board`)
}, patience.timeout)
afterAll(() => dashboard?.close())

const card = (title: string) => page.getByRole('link', { name: new RegExp(title) })
const inColumn = (column: string) =>
  page
    .getByRole('region', { name: `Tasks in ${column}` })
    .getByRole('link')
    .allInnerTexts()
/** Status and title of every task, in order. */
const onServer = async (): Promise<string[]> =>
  (await scene.mira.do('GET', `/api/tasks?project=${scene.slug}&sort=rank`)).items.map(
    ({ status, title }: { status: string; title: string }) => `${status} ${title}`,
  )
async function comesTo(wanted: string[]): Promise<void> {
  await expect.poll(onServer, patience).toEqual(wanted)
}
async function isElsewhere(): Promise<void> {
  await expect.poll(onServer, patience).not.toEqual(order)
}

test('undo of a reorder on the board restores the order', patience, async () => {
  await card('Export a project').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => inColumn('Todo')).toEqual(['Export a project as one JSON file', 'Compare any two spec versions'])
  await isElsewhere()
  await page.keyboard.press('Control+z')
  await expect.poll(() => inColumn('Todo')).toEqual(['Compare any two spec versions', 'Export a project as one JSON file'])
  await comesTo(order)
})

test('undo of a drag to another column restores the status and the place', patience, async () => {
  await card('Rotate an API key').dragTo(card('Compare any two'), { targetPosition: { x: 40, y: 2 } })
  await expect.poll(() => inColumn('Todo')).toContain('Rotate an API key without downtime')
  await isElsewhere()
  await page.keyboard.press('Control+z')
  await expect.poll(() => inColumn('Backlog')).toEqual(['Rotate an API key without downtime'])
  await comesTo(order)
})

test('a selected card takes the others along, and undo brings all of them back', patience, async () => {
  for (const title of ['Compare any two', 'Export a project']) {
    await card(title).focus()
    await page.keyboard.press('x')
  }
  await card('Export a project').dragTo(card('Enrol a passkey'), { targetPosition: { x: 40, y: 2 } })
  await expect
    .poll(() => inColumn('In progress'))
    .toEqual([
      'Compare any two spec versions',
      'Export a project as one JSON file',
      'Enrol a passkey from account settings',
      'Retry outgoing webhooks with backoff',
    ])
  await expect
    .poll(async () => (await onServer()).slice(0, 2), patience)
    .toEqual(['in_progress Compare any two spec versions', 'in_progress Export a project as one JSON file'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => inColumn('Todo')).toEqual(['Compare any two spec versions', 'Export a project as one JSON file'])
  await comesTo(order)
  await page.keyboard.press('Escape')
})

test('undo of a reorder in the list restores the order', patience, async () => {
  await page.goto(`/${scene.org}/p/${scene.slug}/list`)
  await card('Retry outgoing webhooks').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await isElsewhere()
  await page.keyboard.press('Control+z')
  await comesTo(order)
})

test('where another has moved the neighbour, undo puts it next to the one that is still there', patience, async () => {
  await page.goto(`/${scene.org}/p/${scene.slug}/board`)
  await card('Export a project').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await isElsewhere()
  const { items } = await scene.mira.do('GET', `/api/tasks?project=${scene.slug}&sort=rank`)
  const keyOf = (title: string): string => items.find((one: { title: string }) => one.title.startsWith(title)).key
  await scene.jonas.do('POST', `/api/tasks/${keyOf('Compare')}/move`, { after: keyOf('Resume') })
  await expect.poll(async () => (await onServer()).at(-1), patience).toBe('todo Compare any two spec versions')
  await expect.poll(() => inColumn('Todo')).toEqual(['Export a project as one JSON file', 'Compare any two spec versions'])
  await page.keyboard.press('Control+z')
  const rest = order.filter((one) => !one.includes('Compare'))
  await comesTo([...rest, 'todo Compare any two spec versions'])
})
