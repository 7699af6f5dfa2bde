import { afterAll, beforeAll, expect, test } from 'vitest'
import { embedAll, runJob } from '../memory/worker-runs.ts'
import { result } from '../mcp/clients.ts'
import { connectAgent } from './areas/agents.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { picture } from './picture.ts'
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
  await hit.getByText(/^(Sure|Likely)$/).waitFor()
  await picture(page, 'memory-certain')
  await hit.getByRole('button').click()
  await page.getByText('Source').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('how often is a webhook retried')
  await page.context().close()
})

test('an uncertain answer reads as one, beside the memories and in the search over everything', async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/memory?q=who+waters+the+plants`)
  await page.getByText('Nothing here answers this for certain; these come closest.').waitFor()
  await page.getByText('Unsure', { exact: true }).first().waitFor()
  expect(await page.getByText(/^(Sure|Likely)$/).count()).toBe(0)
  expect(await page.getByText('no text match').count()).toBeLessThanOrEqual(2)
  await picture(page, 'memory-uncertain')
  await page.goto(`/${scene.org}/search?q=who+waters+plants+beside+the+endpoint`)
  await page.getByText('Unsure', { exact: true }).first().waitFor()
  await picture(page, 'search-uncertain')
  await page.setViewportSize({ width: 390, height: 800 })
  await picture(page, 'search-uncertain-phone')
  await page.goto(`/${scene.org}/search?q=webhook`)
  await page
    .getByText(/^(Sure|Likely)$/)
    .first()
    .waitFor()
  await picture(page, 'search-certain-phone')
  await page.context().close()
})

test('what is only similar stands after what holds the words, in the search and in the palette, and there is more of it on demand', async () => {
  const { org } = scene
  while ((await runJob(dashboard.baton, 'embedDocuments', String(scene.mira.organization))).embedded > 0);
  const page = await dashboard.open(scene.mira, `/${org}/search?q=webhook`)
  const hits = page.getByRole('main').getByRole('list').last().getByRole('listitem')
  await hits.first().waitFor()
  const shown = await hits.allInnerTexts()
  const unlike = shown.map((text) => text.includes('no text match'))
  expect(unlike.filter(Boolean)).toHaveLength(2)
  expect(unlike.slice(0, -2)).not.toContain(true)
  await picture(page, 'search-certain')
  await page.getByRole('button', { name: 'Show less similar results' }).click()
  await expect.poll(() => hits.count()).toBeGreaterThan(shown.length)
  await picture(page, 'search-all')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Search tasks/).fill('webhook')
  await page.getByText('Only similar').waitFor()
  const options = await page.getByRole('option').allInnerTexts()
  expect(options[0]).toMatch(/webhook/i)
  expect(options.slice(-2).join()).not.toMatch(/webhook/i)
  await picture(page, 'palette')
  await page.context().close()
})

test('the search field follows the address', async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/search?q=webhook`)
  const field = page.getByRole('searchbox', { name: 'Search everything' })
  await expect.poll(() => field.inputValue()).toBe('webhook')
  await page.getByRole('navigation').getByRole('link', { name: 'Search', exact: true }).click()
  await expect.poll(() => field.inputValue()).toBe('')
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe('webhook')
  await page.context().close()
})

test('a memory is named by its ref: in its row, in the address and in every search, and copied like the key of a task', async () => {
  const { items } = await scene.mira.do('GET', `/api/memories?project=${scene.slug}`)
  const { ref } = items.find(({ content }: { content: string }) => content === learnt)
  expect(ref).toMatch(/^[A-Z]+-M\d+$/)
  const page = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/memory?memory=${ref.toLowerCase()}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: dashboard.origin })
  await page.getByRole('button', { name: `Copy ${ref}` }).click()
  await page.getByText(`${ref} copied`).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(ref)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: learnt }) })
  await row.getByText(ref, { exact: true }).waitFor()
  await picture(page, 'memory-ref')
  await page.getByRole('button', { name: old }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('memory')).toMatch(/^[A-Z]+-M\d+$/)
  await page.goto(`/${scene.org}/search?q=${ref.toLowerCase()}`)
  const hit = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: learnt }) })
  await hit.getByText(ref, { exact: true }).waitFor()
  await hit.getByText('its name').waitFor()
  await hit.getByText('Sure', { exact: true }).waitFor()
  await picture(page, 'search-ref')
  await page.setViewportSize({ width: 390, height: 800 })
  await picture(page, 'search-ref-phone')
  await page.goto(`/${scene.org}/p/${scene.slug}/memory`)
  await row.getByText(ref, { exact: true }).waitFor()
  await picture(page, 'memory-ref-phone')
  await page.goto(`/${scene.org}/p/${scene.slug}/memory?memory=${ref}`)
  await page.getByRole('button', { name: `Copy ${ref}` }).waitFor()
  await picture(page, 'memory-ref-open-phone')
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

test('a map of many memories says how many it shows, and draws a hit that is older than those', { timeout: 60_000 }, async () => {
  const { mira, org, slug } = scene
  while ((await runJob(dashboard.baton, 'placeMemories', String(mira.organization))).scopes > 0);
  const newer = 1005
  const id = "('01ffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid"
  await dashboard.baton.look(
    `insert into memories (org_id, id, scope, scope_id, project_id, place, content, tags, trust, created_by, created_at, updated_at)
     select m.org_id, ${id}, m.scope, m.scope_id, m.project_id, 100 + n, 'Figure ' || n || ' of the yearly report', case when n % 2 = 0 then array['north', 'south'] else '{}' end, m.trust, m.created_by, now(), now()
     from memories m, generate_series(1, ${newer}) n where m.content = $1`,
    [learnt],
  )
  await dashboard.baton.look(
    `insert into memory_points (org_id, memory_id, scope_id, x, y) select m.org_id, m.id, m.scope_id, sin(m.place), cos(m.place)
     from memories m where m.content like 'Figure %'`,
  )
  const page = await dashboard.open(mira, `/${org}/p/${slug}/memory?q=webhook+deliveries+retried`)
  const map = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Map', exact: true }) })
  // The newest thousand, plus the older hit.
  await map.getByRole('button', { name: `Hit 1: ${learnt.slice(0, 80)}` }).waitFor()
  await map.getByText('1,001 of 1,006 memories').waitFor()
  // Two overlapping regions share one label.
  expect((await map.getByText('north', { exact: true }).count()) + (await map.getByText('south', { exact: true }).count())).toBe(1)
  await page.context().close()
})
