import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitFor } from '../harness/wait.ts'
import { bringAxe, violations } from './axe.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import { picture } from './picture.ts'
import type { Scene } from './every-page.ts'
import { offlineSetKept, tasksKept } from './kept-in.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
})
afterAll(() => dashboard?.close())

const patience = { timeout: 60_000 }
const card = (page: Page, title: string) => page.locator('[data-task]').filter({ hasText: title })
const found = async (text: string) => (await scene.mira.do('GET', `/api/tasks?project=${scene.slug}&text=${text}`)).items

/** A browser that has shown the board once, and nothing else. */
async function offlineBoard(): Promise<Page> {
  const page = await dashboard.open(scene.mira, 'about:blank', { worker: true })
  await bringAxe(page.context())
  await page.goto(`/${scene.org}/p/${scene.slug}/board`)
  await card(page, 'Export a project').waitFor(patience)
  await waitFor('the offline set to be on the device', () => page.evaluate(offlineSetKept))
  await waitFor('the tasks to be stored', () => page.evaluate(tasksKept))
  await page.context().setOffline(true)
  await page.getByText(/^Offline ·/).waitFor()
  return page
}

test('the files a device keeps are those of the work on tasks, and weigh a few hundred kilobytes', () => {
  const assets = process.env['DASHBOARD_DIR']
    ? `${process.env['DASHBOARD_DIR']}/assets/`
    : fileURLToPath(new URL('../../dashboard/dist/assets/', import.meta.url))
  const [list] = readdirSync(assets).filter((name) => /^offline-\w{8}\.json$/.test(name))
  const files = (JSON.parse(readFileSync(assets + list, 'utf8')) as string[]).map((file) => file.replace('/assets/', ''))
  const names = files.map((file) => file.replace(/-[\w-]{8}\.\w+$/, ''))
  for (const needed of ['board-page', 'list-page', 'tree-page', 'timeline-page', 'task-page', 'task-peek', 'new-task-form', 'picker-panel'])
    expect(names).toContain(needed)
  for (const needed of ['menu-panel', 'dialog-panel', 'palette-panel', 'editor-written', 'markdown-rendered'])
    expect(names).toContain(needed)
  for (const other of ['features-page', 'insights-page', 'admin-pages', 'memory-map']) expect(names).not.toContain(other)
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(assets + file)).length, 0)
  expect(bytes).toBeLessThan(700_000)
})

test('a task is created offline, changed while it waits, and gets its key once, with a reload and a second tab in between', async () => {
  const page = await offlineBoard()
  await page.keyboard.press('c')
  await page.getByLabel('Title').fill('Written in a tunnel')
  await page.getByLabel('Description').fill('With **words**.')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create, send later' }).click()
  await card(page, 'Written in a tunnel').getByText('new', { exact: true }).waitFor()
  await page.getByText('Offline · 1 change waits').waitFor()
  await picture(page, 'offline-created')
  await page.reload()
  await card(page, 'Written in a tunnel').getByText('new', { exact: true }).waitFor(patience)
  const other = await page.context().newPage()
  await other.goto(`/${scene.org}/p/${scene.slug}/list`)
  await card(other, 'Export a project').waitFor(patience)

  await page.bringToFront()
  await page.getByRole('button', { name: 'Show' }).click()
  const waiting = page.getByRole('dialog', { name: 'Changes that wait' })
  await waiting.getByText('Create “Written in a tunnel”').waitFor()
  expect(await violations(page)).toEqual([])
  await waiting.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('Written in a long tunnel')
  await page.getByRole('button', { name: 'Save, send later' }).click()
  await card(page, 'Written in a long tunnel').waitFor()
  await page.getByText('Offline · 1 change waits').waitFor()

  await page.context().setOffline(false)
  await waitFor(
    'the task to have a key',
    () => card(page, 'Written in a long tunnel').textContent(),
    (text) => /BAT-\d+/.test(text ?? ''),
  )
  await card(other, 'Written in a long tunnel').waitFor(patience)
  await page.getByText(/changes? waits?/).waitFor({ state: 'detached' })
  expect((await found('tunnel')).map(({ title }: { title: string }) => title)).toEqual(['Written in a long tunnel'])
  await page.context().close()
})

test('what was created offline can be discarded, with all that was done to it', async () => {
  const page = await offlineBoard()
  await page.keyboard.press('c')
  await page.getByLabel('Title').fill('Not after all')
  await page.getByRole('button', { name: 'Create, send later' }).click()
  await card(page, 'Not after all').hover()
  await page.keyboard.press('s')
  await page.getByRole('option', { name: 'In review' }).click()
  await page.getByText('Offline · 2 changes wait').waitFor()
  await page.getByRole('button', { name: 'Show' }).click()
  await page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: 'Create “Not after all”' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await page.getByText(/changes? waits?/).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await card(page, 'Not after all').waitFor({ state: 'detached' })
  await page.context().close()
})

test('offline, every view of a project opens; a page that is not on the device says so in the shell, and opens with the connection', async () => {
  const page = await offlineBoard()
  for (const view of ['List', 'Tree', 'Timeline']) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click()
    await card(page, 'Export a project').waitFor()
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Features', exact: true }).click()
  await page.getByRole('main').getByText('This page isn’t on this device yet.').waitFor(patience)
  await page.getByRole('main').getByText('It opens by itself when the connection is back.').waitFor()
  await picture(page, 'offline-not-here')
  await page.getByRole('navigation').getByRole('link', { name: 'My work', exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Features' }).waitFor(patience)
  await page.context().close()
})
