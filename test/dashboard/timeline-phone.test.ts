import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
})
afterAll(() => dashboard?.close())

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

test('on a phone every title stands above its bar, and opens its task', { timeout: 60_000 }, async () => {
  const { mira, slug, org } = scene
  const { items } = await mira.do('GET', `/api/tasks?project=${slug}`)
  for (const [at, { key }] of items.entries()) await mira.do('PATCH', `/api/tasks/${key}`, { due_on: inDays(at * 2) })
  const page = await dashboard.open(mira, `/${org}/p/${slug}/timeline`, { phone: true })
  const rows = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await rows.first().waitFor()
  await expect.poll(() => rows.count()).toBe(items.length)
  for (const row of await rows.all()) {
    const [title, bar] = await Promise.all([row.getByRole('link').boundingBox(), row.getByRole('button').boundingBox()])
    if (!title || !bar) throw new Error('a row lacks its title or its bar')
    expect(title.y + title.height).toBeLessThanOrEqual(bar.y)
    expect(bar.height).toBeGreaterThanOrEqual(36)
  }
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
  for (const [at, box] of boxes.entries()) if (at > 0) expect(box?.y).toBeGreaterThanOrEqual((boxes[at - 1]?.y ?? 0) + 71)
  await rows.first().getByRole('link').tap()
  await page.waitForURL(/\/t\/BAT-/)
})
