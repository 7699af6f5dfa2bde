import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../run-worker.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

const patience = { timeout: 240_000 }

let dashboard: Dashboard
let scene: Scene
let worker: { close(): Promise<void> }
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  worker = await startWorker(dashboard.baton)
}, patience.timeout)
afterAll(async () => {
  await worker?.close()
  await dashboard?.close()
})

test('an inbox is cleared by keyboard: done, later, and back again with Undo', patience, async () => {
  const { mira, jonas, org, slug } = scene
  const left = async (box = 'inbox') => (await mira.do('GET', `/api/notifications?box=${box}`)).items.length
  for (const title of ['First', 'Second', 'Third']) await jonas.do('POST', '/api/tasks', { project: slug, title, assignee: 'mira' })
  await expect.poll(() => left(), patience).toBe(3)
  const page = await dashboard.open(mira, `/${org}/inbox`)
  await page
    .getByRole('button', { name: /gave you/ })
    .first()
    .waitFor()
  await page.keyboard.press('j')
  await page.getByRole('article').getByRole('heading', { name: 'Third' }).waitFor()
  await page.keyboard.press('e')
  await expect.poll(() => left(), patience).toBe(2)
  await page.getByRole('article').getByRole('heading', { name: 'Second' }).waitFor()
  await page.keyboard.press('h')
  await page.getByRole('option', { name: 'Tomorrow morning' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => left('snoozed'), patience).toBe(1)
  await page.getByRole('article').getByRole('heading', { name: 'First' }).waitFor()
  await page.keyboard.press('e')
  await page.getByText('Mentions, work you are given').waitFor()
  await expect.poll(() => left(), patience).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => left(), patience).toBe(1)
  await page.context().close()
})
