import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../harness/worker.ts'
import { makeAgent } from './areas/tasks.ts'
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

const newTask = (title: string, more: object = {}) =>
  scene.mira.do('POST', '/api/tasks', { project: scene.slug, title, status: 'todo', ...more })

test('a description is written in the editor, and its boxes are ticked where it is read', patience, async () => {
  const task = await newTask('Written by hand')
  const page = await dashboard.open(scene.mira, `/${scene.org}/t/${task.key}`)
  await page.getByRole('button', { name: 'Add description' }).click()
  await page.getByRole('toolbar', { name: 'Format' }).waitFor()
  const editor = page.getByRole('textbox', { name: 'Description' })
  await editor.pressSequentially('Delay doubles in retry_after_seconds, a < b.')
  await editor.press('Enter')
  await page.getByRole('button', { name: 'Checklist' }).click()
  await editor.pressSequentially('410 switches it off')
  await page.getByRole('button', { name: 'Save description' }).click()
  const box = page.getByRole('checkbox', { name: '410 switches it off' })
  await box.click()
  await expect
    .poll(async () => (await scene.mira.do('GET', `/api/tasks/${task.key}`)).description, patience)
    .toBe('Delay doubles in retry_after_seconds, a < b.\n\n- [x] 410 switches it off')
  await page.context().close()
})

test('a mention in a comment is in the other person’s open inbox without a reload', patience, async () => {
  const task = await newTask('Discussed')
  const inbox = await dashboard.open(scene.jonas, `/${scene.org}/inbox`)
  await inbox.getByText('Nothing needs you').first().waitFor()
  const page = await dashboard.open(scene.mira, `/${scene.org}/t/${task.key}`)
  await page.getByRole('button', { name: 'Comment, or @mention' }).click()
  const box = page.getByRole('textbox', { name: 'Comment' })
  await box.pressSequentially('Is it enough, @jon')
  await page.getByRole('option', { name: /jonas/ }).waitFor()
  await box.press('Enter')
  await page.getByRole('button', { name: 'Send comment' }).click()
  await page.getByText('Is it enough').first().waitFor()
  await inbox.getByRole('button', { name: new RegExp(`mentioned you in ${task.key}`) }).click()
  await inbox.getByRole('article').getByText('Is it enough').waitFor()
  await page.context().close()
  await inbox.context().close()
})

test('an agent’s claim over MCP brings the banner with its countdown, and Override frees the task', patience, async () => {
  const task = await newTask('Held')
  const nova = await makeAgent(dashboard.baton.url, scene.jonas, 'Nova')
  const page = await dashboard.open(scene.mira, `/${scene.org}/t/${task.key}`)
  await page.getByRole('button', { name: 'Add description' }).waitFor()
  const { lease } = await nova.call('claim_task', { task: task.key, minutes: 15 })
  const banner = page.getByRole('region', { name: 'Lease' })
  await banner.getByText('Nova holds this task').waitFor()
  expect(await banner.getByText(/^1[45]:\d\d$/).count()).toBe(1)
  await banner.getByRole('button', { name: 'Ask to release' }).click()
  await banner.getByText('asked to release it').waitFor()
  await banner.getByRole('button', { name: 'Override' }).click()
  await banner.waitFor({ state: 'detached' })
  await expect.poll(async () => (await scene.mira.do('GET', `/api/tasks/${task.key}`)).lease, patience).toBeNull()
  await expect(nova.call('complete_task', { task: task.key, fence: lease.fence })).rejects.toThrow('took BAT-')
  await page.context().close()
})

test('a file goes up from the page and comes down as it was', patience, async () => {
  const task = await newTask('With a file')
  const page = await dashboard.open(scene.mira, `/${scene.org}/t/${task.key}`)
  await page.getByRole('button', { name: 'Attach file', exact: true }).waitFor()
  await page
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'attempts.log', mimeType: 'text/plain', buffer: Buffer.from('attempt 1: 503\n') })
  const down = page.getByRole('button', { name: 'Download attempts.log' })
  await down.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), down.click()])
  expect(download.suggestedFilename()).toBe('attempts.log')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toBe('attempt 1: 503\n')
  await page.context().close()
})

test('a deleted comment comes back with Undo', patience, async () => {
  const task = await newTask('Regretted')
  await scene.mira.do('POST', `/api/tasks/${task.key}/comments`, { body: 'Said too soon' })
  const page = await dashboard.open(scene.mira, `/${scene.org}/t/${task.key}`)
  const words = page.getByText('Said too soon')
  await words.waitFor()
  await page.getByRole('button', { name: 'Comment actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await words.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await words.waitFor()
  await page.context().close()
})
