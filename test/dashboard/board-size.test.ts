import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

const cards = 5000
const kilobyte = 1000
const maxScript = 200 * kilobyte

let dashboard: Dashboard
let scene: Scene
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  await dashboard.baton.look(
    `insert into work_items (org_id, id, project_id, kind, number, key, title, status, priority, labels, rank, created_by, created_at, updated_at)
     select w.org_id, gen_random_uuid(), w.project_id, 'task', 100 + n, 'BAT-' || (100 + n), 'Card ' || n || ': retry an outgoing delivery with backoff',
       (array['backlog', 'todo', 'in_progress', 'in_review', 'complete'])[1 + n % 5], (array['none', 'low', 'medium', 'high', 'urgent'])[1 + n % 5],
       array['api'], lpad((100 + n)::text, 10, '0'), w.created_by, now(), now()
     from work_items w, generate_series(1, $1::int) n where w.key = 'BAT-1'`,
    [cards],
  )
}, 300_000)
afterAll(() => dashboard?.close())

const place = () => `/${scene.org}/p/${scene.slug}/board`

/** Cards in the document: what isn't near the window costs nothing to paint, scroll or drop into. */
const cardsInDocument = `document.querySelectorAll('[data-task]').length`
/** A window shows some dozen cards in each of five columns. */
const maxCards = 200

/** Scrolls a column to its end, ten windows at a time, and returns the most cards that the document held in any frame. */
const scroll = `new Promise((done) => {
  const column = document.querySelector('[aria-label="Tasks in Backlog"]')
  let most = 0
  let before = -1
  const next = () => {
    most = Math.max(most, ${cardsInDocument})
    if (column.scrollTop === before) return done(most)
    before = column.scrollTop
    column.scrollTop += 10 * column.clientHeight
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
})`

const paint = `(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)`

/** What is fetched before the first paint: the lists for the palette and pickers follow a second later. */
async function scriptsOf(page: Page): Promise<number> {
  const names = (await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ${paint}).map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
  )) as string[]
  const sizes = await Promise.all(names.map(async (name) => gzipSync(Buffer.from(await (await fetch(name)).arrayBuffer())).length))
  return sizes.reduce((sum, one) => sum + one, 0)
}

test('5,000 cards: a board draws only those near the window, also while it scrolls', { timeout: 240_000 }, async () => {
  const page = await dashboard.open(scene.mira, place())
  const shown = page.getByText(`${(cards + 7).toLocaleString('en-GB')} tasks`)
  await shown.waitFor({ timeout: 120_000 })
  expect(await scriptsOf(page)).toBeLessThanOrEqual(maxScript)
  expect(Number(await page.evaluate(cardsInDocument))).toBeGreaterThan(0)
  expect(Number(await page.evaluate(cardsInDocument))).toBeLessThan(maxCards)
  expect(Number(await page.evaluate(scroll))).toBeLessThan(maxCards)
  await page.context().close()
})
