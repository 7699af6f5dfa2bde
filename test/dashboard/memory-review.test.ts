import { afterAll, beforeAll, expect, test } from 'vitest'
import { embedAll } from '../memory/worker-runs.ts'
import { result } from '../mcp/clients.ts'
import { connectAgent } from './areas/agents.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

const old = 'Webhook deliveries are retried 5 times before the endpoint is switched off.'
const learnt = 'Webhook deliveries are retried 8 times before the endpoint is switched off.'

let dashboard: Dashboard
let scene: Scene
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  await scene.mira.do('POST', '/api/memories', { project: scene.slug, content: old })
  const { client } = await connectAgent(scene, scene.mira, 'Nova', 'builder')
  await result(client, 'store_memory', { project: scene.slug, content: learnt })
  await embedAll(dashboard.baton, String(scene.mira.organization))
})
afterAll(() => dashboard?.close())

test('what an agent has stored is found by a person, who sees why', async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/memory`)
  await page.getByRole('searchbox', { name: 'Search memories' }).fill('how often is a webhook retried')
  const hit = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: learnt }) })
  await hit.getByText('Nova').waitFor()
  await hit
    .getByText(/webhook/)
    .first()
    .waitFor()
  expect(await hit.getByRole('meter', { name: 'Similarity' }).count()).toBe(1)
  await hit.getByRole('button').click()
  await page.getByText('Source').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('how often is a webhook retried')
  await page.context().close()
})

test('a contradiction waits for a person, and whoever settles it decides which one stays', async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/memory`)
  await page.getByText('1 possible contradiction').waitFor()
  await page.getByRole('button', { name: 'Keep newer' }).click()
  await page.getByText('Kept the newer one').waitFor()
  await page.getByText('1 possible contradiction').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: learnt }).waitFor()
  expect(await page.getByRole('button', { name: old }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show history' }).click()
  await page.getByRole('button', { name: old }).waitFor()
  await page.context().close()
})

test('search finds it among everything, by kind, with its reason', async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/search?q=webhook`)
  await page.getByRole('button', { name: /^Memory 1/ }).click()
  await page.getByRole('link', { name: learnt }).click()
  await page.getByText('Source').waitFor()
  await page.context().close()
})
