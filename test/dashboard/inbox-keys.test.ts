import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, streamableClient } from '../mcp/clients.ts'
import { startWorker } from '../harness/worker.ts'
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
  // The worker notifies of several tasks in no fixed order, so each notification is awaited before the next task is created.
  for (const [told, title] of ['First', 'Second', 'Third'].entries()) {
    await jonas.do('POST', '/api/tasks', { project: slug, title, assignee: 'mira' })
    await expect.poll(() => left(), patience).toBe(told + 1)
  }
  const page = await dashboard.open(mira, `/${org}/inbox`)
  await page
    .getByRole('button', { name: /assigned .* to you/ })
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
  await page.getByText('Mentions, tasks assigned to you').waitFor()
  await expect.poll(() => left(), patience).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => left(), patience).toBe(1)
  await page.context().close()
})

test('an agent’s questions are one line that opens at the newest, and the answer says how far it has come', patience, async () => {
  const { mira, jonas, org, slug } = scene
  const { token } = await jonas.do('POST', '/api/settings/mcp-tokens', { name: 'Rune' })
  const client = await streamableClient({ url: dashboard.baton.url, token })
  const rune = (tool: string, input: Record<string, unknown>) => call(client, tool, input)
  const { key } = await jonas.do('POST', '/api/tasks', { project: slug, title: 'Round the tax', description: 'Text\n\n'.repeat(60) })
  await rune('claim_task', { task: key })
  await rune('update_task', { task: key, comment: '@mira, up or down?' })
  await rune('update_task', { task: key, comment: '@mira, and per line or in total?' })
  const page = await dashboard.open(mira, `/${org}/inbox`)
  await page.getByRole('button', { name: new RegExp(`mentioned you in ${key}, 2 times`) }).click()
  await page.getByText('1 needs you').waitFor()
  const question = page.getByRole('article').getByText('and per line or in total?')
  await question.waitFor()
  await expect.poll(async () => (await question.boundingBox())?.y ?? Infinity).toBeLessThan(900)
  await page.getByRole('button', { name: /^Answer / }).click()
  await page.keyboard.type('Down, in total.')
  await page.getByRole('button', { name: 'Send comment' }).click()
  await page.getByText(/^Goes with .*’s next call$/).waitFor()
  // The door checks for messages twice a second.
  const seen = async (words: RegExp) => {
    await rune('list_tasks', { project: slug })
    return page.getByText(words).count()
  }
  await expect.poll(() => seen(/^(Reached|Read by) /)).toBe(1)
  await expect.poll(() => seen(/^Read by /)).toBe(1)
  await page.getByText('Nothing needs you').first().waitFor()
  await client.close()
  await page.context().close()
})

test('what one hand gives at once is one line, and done as one', patience, async () => {
  const { mira, jonas, org, slug } = scene
  const left = async () => (await mira.do('GET', '/api/notifications?kind=assignment')).items.length
  const before = await left()
  const titles = ['North', 'East', 'South', 'West', 'Middle']
  for (const title of titles) await jonas.do('POST', '/api/tasks', { project: slug, title, assignee: 'mira' })
  await expect.poll(left, patience).toBe(before + titles.length)
  const page = await dashboard.open(mira, `/${org}/inbox`)
  await page.getByRole('button', { name: /assigned \d items to you/ }).click()
  for (const title of titles) await page.getByRole('article').getByRole('link', { name: title }).waitFor()
  await page.keyboard.press('e')
  await expect.poll(left, patience).toBe(0)
  await page.context().close()
})
