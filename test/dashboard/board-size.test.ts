import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'
import { quietLimit } from '../harness/quiet-limit.ts'

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
const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const show = (value: number) => `${value.toFixed(0)} ms`

/** Runs in the page: the first paint, and how long scripts blocked it. */
const watch = `
  window.blocked = 0
  new PerformanceObserver((list) => { for (const one of list.getEntries()) window.blocked += Math.max(0, one.duration - 50) })
    .observe({ type: 'longtask', buffered: true })
`
const paint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`

/** Scrolls a column by 400 pixels per frame and returns how long each frame took. */
const scroll = `new Promise((done) => {
  const column = document.querySelector('[aria-label="Tasks in Backlog"]')
  const frames = []
  let last = performance.now()
  const next = (now) => {
    frames.push(now - last)
    last = now
    column.scrollTop += 400
    if (frames.length < 120) requestAnimationFrame(next)
    else done(frames.slice(1))
  }
  requestAnimationFrame(next)
})`

/** From dropping a card to the frame in which it is in its new place. */
const drop = (from: string, to: string) => `(async () => {
  const frame = () => new Promise((next) => requestAnimationFrame(next))
  const card = document.querySelector('[aria-label="Tasks in ${from}"] [data-task]')
  const target = document.querySelector('[aria-label="Tasks in ${to}"] [data-task]')
  const id = card.dataset.task
  const dataTransfer = new DataTransfer()
  const at = (element) => { const box = element.getBoundingClientRect(); return { clientX: box.left + 20, clientY: box.top + 4 } }
  const fire = (element, type) => element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, ...at(element) }))
  fire(card, 'dragstart')
  // The library looks once a frame where the card is.
  for (let turn = 0; turn < 12; turn++) {
    await frame()
    fire(target, turn === 0 ? 'dragenter' : 'dragover')
  }
  await frame()
  const start = performance.now()
  fire(target, 'drop')
  fire(card, 'dragend')
  const isThere = () => document.querySelector('[aria-label="Tasks in ${to}"] [data-task="' + id + '"]') !== null
  do await frame()
  while (!isThere() && performance.now() - start < 1500)
  return { took: performance.now() - start, there: isThere() }
})()`

/** What is fetched before the first paint: the lists for the palette and pickers follow a second later. */
async function scriptsOf(page: Page): Promise<number> {
  const names = (await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ${paint}).map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
  )) as string[]
  const sizes = await Promise.all(names.map(async (name) => gzipSync(Buffer.from(await (await fetch(name)).arrayBuffer())).length))
  return sizes.reduce((sum, one) => sum + one, 0)
}

test('5,000 cards: the board paints at once, scrolls smoothly and takes a drop within a frame or two', { timeout: 240_000 }, async () => {
  const page = await dashboard.open(scene.mira, '/auth/login')
  await page.addInitScript(watch)
  await page.goto(place())
  await page.getByText(`${(cards + 7).toLocaleString('en-GB')} tasks`).waitFor({ timeout: 120_000 })
  const first = { paint: Number(await page.evaluate(paint)), blocked: Number(await page.evaluate('window.blocked')) }
  // The page stores its tasks on the device after two seconds; the next visit finds them there.
  await page.waitForFunction(
    `new Promise((done) => { const open = indexedDB.open('baton-tasks'); open.onsuccess = () => { const all = open.result.transaction('tasks').objectStore('tasks').getAllKeys(); all.onsuccess = () => done(all.result.length > 0) } })`,
  )
  await page.reload()
  await page.getByText(`${(cards + 7).toLocaleString('en-GB')} tasks`).waitFor()
  const again = { paint: Number(await page.evaluate(paint)), blocked: Number(await page.evaluate('window.blocked')) }
  const script = await scriptsOf(page)

  const frames = (await page.evaluate(scroll)) as number[]
  await page.evaluate(`document.querySelector('[aria-label="Tasks in Backlog"]').scrollTop = 0`)
  const drops: number[] = []
  for (let turn = 0; turn < 15; turn++) {
    const [from, to] = turn % 2 === 0 ? ['Backlog', 'Todo'] : ['Todo', 'Backlog']
    const { took, there } = (await page.evaluate(drop(from as string, to as string))) as { took: number; there: boolean }
    // On a busy machine a synthetic drag isn't always recognized; what counts is how fast a drop is shown.
    if (there) drops.push(took)
  }
  console.log(
    [
      `board of ${cards} cards: first paint ${show(first.paint)} (again ${show(again.paint)})`,
      `blocking time ${show(first.blocked)} (again ${show(again.blocked)})`,
      `scroll frames median ${show(middle(frames))}, 95th ${show(frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0)}`,
      `drop to next frame median ${show(middle(drops))}, slowest ${show(Math.max(...drops))}`,
      `JavaScript ${(script / kilobyte).toFixed(1)} kB gzip`,
    ].join('; '),
  )
  expect(drops.length).toBeGreaterThan(4)
  expect(script).toBeLessThanOrEqual(maxScript)
  // On an idle machine it is below 50 ms, the figure in docs/proof.md; here another test may be using the other core.
  expect(middle(drops)).toBeLessThan(quietLimit(150))
  expect(middle(frames)).toBeLessThan(quietLimit(50))
  expect(again.paint).toBeLessThan(quietLimit(5000))
  expect(again.blocked).toBeLessThan(quietLimit(5000))
  await page.context().close()
})
