import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'
import { startWorker } from '../harness/worker.ts'

let dashboard: Dashboard
let scene: Scene
let page: Page
let worker: { close(): Promise<void> } | undefined
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  worker = await startWorker(dashboard.baton)
  page = await dashboard.open(scene.mira, place('settings/labels'))
})
afterAll(async () => {
  await worker?.close()
  await dashboard?.close()
})

const place = (view: string) => `/${scene.org}/p/${scene.slug}/${view}`
const row = (name: string) => page.getByRole('list', { name: 'Labels' }).getByRole('listitem').filter({ hasText: name })
const labels = async () => (await scene.mira.api.listLabels({ project: scene.slug })).items
const choose = async (label: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${label}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('labels are created, colored, renamed, merged and deleted, and their tasks follow', async () => {
  await row('api').getByText('7 items, 6 open').waitFor()
  await page.getByRole('button', { name: 'New label' }).click()
  await page.getByLabel('Name').fill('interface')
  await page.getByRole('radio', { name: 'Teal' }).click()
  await page.getByRole('button', { name: 'Create label' }).click()
  await row('interface').getByText('0 items, 0 open').waitFor()

  await choose('api', 'Edit')
  await page.getByLabel('Name').fill('server')
  await page.getByRole('radio', { name: 'Red' }).click()
  await page.getByLabel('Description').fill('Behind the doors')
  await page.getByRole('button', { name: 'Save label' }).click()
  await row('Behind the doors').getByText('7 items').waitFor()
  expect((await scene.mira.api.getTask({ task: 'BAT-1' })).labels).toEqual(['server'])
  expect(await labels()).toContainEqual({ label: 'server', color: 'red', description: 'Behind the doors', items: 7, open: 6 })

  await choose('server', 'Merge into…')
  await page.getByRole('button', { name: 'Choose a label' }).click()
  await page.getByRole('option', { name: 'interface' }).click()
  await page.getByRole('button', { name: 'Merge labels' }).click()
  await row('interface').getByText('7 items').waitFor()
  expect(await labels()).toMatchObject([{ label: 'interface', color: 'teal', items: 7 }])

  await choose('interface', 'Delete')
  await page.route('**/labels/remove', (route) => route.abort())
  await page.getByRole('button', { name: 'Delete label' }).click()
  // A failure is reported where the action was taken.
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await page.unroute('**/labels/remove')
  await page.getByRole('button', { name: 'Delete label' }).click()
  await page.getByText('No labels yet').waitFor()
  expect((await scene.mira.api.getTask({ task: 'BAT-1' })).labels).toEqual([])
})

test('a file of another tool is mapped, checked by its lines and imported in the background', async () => {
  await page.goto(place('settings/import'))
  const csv =
    'Key,Summary,State,Tags,Body,Remark\nX-1,Read two lines,Done,"ui; fast","Two\nlines",none\nX-2,Draw the map,Doing,,,\nX-3,Refuse me,Sideways,,,\n'
  await page.getByLabel('File').setInputFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const as = (name: string) => page.getByLabel(`Import ${name} as`)
  await as('Summary').waitFor()
  expect(await Promise.all(['Key', 'Summary', 'State', 'Tags', 'Body', 'Remark'].map((name) => as(name).inputValue()))).toEqual([
    'external_id',
    'title',
    'status',
    'labels',
    'description',
    '',
  ])
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('Line 5: Status').waitFor()
  expect(await page.getByRole('button', { name: 'Import 3 rows' }).isDisabled()).toBe(true)
  await as('State').selectOption('')
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: 'Import 3 rows' }).click({ timeout: 20_000 })
  await page.getByText('Import finished').waitFor({ timeout: 30_000 })
  const [made] = (await scene.mira.api.listTasks({ project: scene.slug, text: 'lines' })).items
  expect(made).toMatchObject({ labels: ['ui', 'fast'], status: 'backlog', description: 'Two\nlines' })

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(await readFile(await file.path(), 'utf8')).toContain('Draw the map')
})
