import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Person } from '../harness/person.ts'
import { waitFor } from '../harness/wait.ts'
import { offlineSetKept, tasksKept } from './kept-in.ts'

const maxRequests = 12
const tasks = 80

let dashboard: Dashboard
let mira: Person
beforeAll(async () => {
  dashboard = await startDashboard()
  mira = await (await dashboard.baton.person('mira')).createOrganization('northwind')
  for (const slug of ['web', 'big']) await mira.do('POST', '/api/projects', { slug, name: slug, key: slug.toUpperCase() })
  const titles = Array.from({ length: tasks }, (_, at) => ({ title: `Task ${at + 1}`, status: at % 2 ? 'todo' : 'backlog' }))
  for (const task of titles) await mira.do('POST', '/api/tasks', { project: 'web', ...task })
  await mira.do('POST', '/api/tasks', { project: 'big', title: 'The first of many', description: 'Long text' })
  await dashboard.baton.look(
    `insert into work_items (org_id, id, project_id, kind, number, key, title, status, priority, labels, rank, created_by, created_at, updated_at)
     select w.org_id, gen_random_uuid(), w.project_id, 'task', 1 + n, 'BIG-' || (1 + n), 'Card ' || n, (array['backlog', 'todo', 'complete'])[1 + n % 3],
       (array['low', 'urgent'])[1 + n % 2], array['api'], lpad((1 + n)::text, 10, '0'), w.created_by, now(), now()
     from work_items w, generate_series(1, 2999) n where w.key = 'BIG-1'`,
  )
}, 300_000)
afterAll(() => dashboard?.close())

/** Records every API request from now on, as "GET /api/tasks?…"; batched reads are listed one by one. */
function listen(page: Page): Asked {
  const asked = Object.assign([] as string[], { requests: 0 })
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    asked.requests++
    if (pathname !== '/api/reads') return void asked.push(`${request.method()} ${pathname}${search}`)
    for (const one of (request.postDataJSON() as { reads: object[] }).reads) asked.push(JSON.stringify(one))
  })
  return asked
}
type Asked = string[] & { requests: number }
const ofTasks = (asked: readonly string[]) => asked.filter((one) => /\/api\/tasks\?|board-rows|"list(Tasks|BoardRows)"/.test(one))

/** Nothing has been requested for a while, and the page follows the log. */
async function quiet(page: Page, asked: readonly string[]): Promise<void> {
  let before = -1
  while (before !== asked.length) {
    before = asked.length
    await page.waitForTimeout(1500)
  }
}
const board = '/northwind/p/web/board'
const tasksShown = (page: Page, count: string) => page.getByText(`${count} tasks`, { exact: true })

test('a board reads everything once, and a reload only what no log tells of', { timeout: 120_000 }, async () => {
  const page = await dashboard.open(mira, '/auth/login')
  const asked = listen(page)
  await page.goto(board)
  await tasksShown(page, String(tasks)).waitFor()
  await quiet(page, asked)
  console.log(`${asked.requests} requests:\n${asked.join('\n')}`)
  // Presence changes when the page itself connects, so it is read again.
  expect(asked.filter((one, at) => asked.indexOf(one) !== at && !one.includes('presence'))).toEqual([])
  expect(asked.requests).toBeLessThanOrEqual(maxRequests)

  asked.length = 0
  await page.reload()
  await tasksShown(page, String(tasks)).waitFor()
  await quiet(page, asked)
  console.log(`again:\n${asked.join('\n')}`)
  expect(ofTasks(asked)).toEqual([])
  expect(
    asked.filter(
      (one) => !one.includes('presence') && /members|agents\?|projects|organizations|views|list(Members|Agents|Projects|Views)"/.test(one),
    ),
  ).toEqual([])

  // Changes made while the page is closed arrive through the log, and nothing else is read again.
  await page.goto('about:blank')
  const [first] = (await mira.do('GET', '/api/tasks?project=web&sort=rank&limit=1')).items
  await mira.do('PATCH', `/api/tasks/${first.key}`, { title: 'Renamed meanwhile' })
  asked.length = 0
  await page.goto(board)
  await page.getByRole('link', { name: /Renamed meanwhile/ }).waitFor()
  await quiet(page, asked)
  expect(ofTasks(asked)).toEqual([])
  await page.context().close()
})

test('the inbox and settings load no tasks', { timeout: 60_000 }, async () => {
  const page = await dashboard.open(mira, '/auth/login')
  const asked = listen(page)
  await page.goto(board)
  await tasksShown(page, String(tasks)).waitFor()
  await waitFor('the tasks to be stored', () => page.evaluate(tasksKept))
  asked.length = 0
  for (const place of ['/northwind/inbox', '/northwind/settings/profile']) {
    await page.goto(place)
    await page.getByRole('main').waitFor()
    await quiet(page, asked)
  }
  expect(ofTasks(asked)).toEqual([])
  await page.context().close()
})

test('a large board opens with the first of each column; scrolling and filters bring the others', { timeout: 120_000 }, async () => {
  const page = await dashboard.open(mira, '/auth/login')
  const asked = listen(page)
  await page.goto('/northwind/p/big/board')
  await tasksShown(page, '3,000').waitFor()
  await quiet(page, asked)
  expect(ofTasks(asked)).toHaveLength(1)
  const backlog = page.getByRole('region', { name: 'Tasks in Backlog' })
  await expect.poll(() => page.getByRole('heading', { name: 'Backlog' }).locator('xpath=..').textContent()).toContain('1,000')
  await backlog.evaluate((element) => (element.scrollTop = element.scrollHeight))
  await expect.poll(() => ofTasks(asked).length).toBe(2)
  // A filter finds a task that isn't loaded yet, because it waits for all of them.
  await page.goto('/northwind/p/big/board?text=2998')
  await page.getByRole('link', { name: /Card 2998/ }).waitFor()
  await page.getByText(/^\d+ of 3,000 tasks$/).waitFor()
  await page.context().close()
})

test('answers are compressed, and those with secrets are not', async () => {
  const headers = { authorization: `Bearer ${mira.token}`, 'accept-encoding': 'gzip', 'baton-organization': 'northwind' }
  const listed = await fetch(`${dashboard.origin}/api/projects/web/board-rows`, { headers })
  expect(listed.headers.get('content-encoding')).toBe('gzip')
  expect(listed.headers.get('baton-log-position')).toMatch(/^organization=\d+, user=\d+$/)
  expect(JSON.stringify(await listed.json())).not.toContain('description')
  const options = await fetch(`${dashboard.origin}/api/auth/options`, { headers: { 'accept-encoding': 'gzip' } })
  expect(options.headers.get('content-encoding')).toBeNull()
})

test('too many requests are said, and loading goes on', { timeout: 60_000 }, async () => {
  const page = await dashboard.open(mira, '/auth/login')
  let refusals = 2
  await page.context().route('**/board-rows*', (route) => {
    if (refusals-- <= 0) return route.continue()
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '2', 'content-type': 'application/json' },
      body: '{"code":"rate_limited"}',
    })
  })
  await page.goto(board)
  await page.getByText('Too many requests. Loading continues in a moment.').waitFor()
  await tasksShown(page, String(tasks)).waitFor()
  await page.getByText('Too many requests').waitFor({ state: 'detached' })
  await page.context().close()
})

test('the first visit of a browser asks for no session, and no request fails', async () => {
  const context = await dashboard.visit()
  const page = await context.newPage()
  const failed: string[] = []
  page.on('response', (response) => response.status() >= 400 && failed.push(response.url()))
  await page.goto('/')
  await page.getByLabel('Email').waitFor()
  expect(failed).toEqual([])
  await context.close()
})

test('without a connection a deep link opens the board, and what is done there waits', { timeout: 90_000 }, async () => {
  const page = await dashboard.open(mira, board, { worker: true })
  await tasksShown(page, String(tasks)).waitFor()
  const isKept = `caches.open('baton-shell').then((cache) => cache.keys()).then((keys) => keys.length > 3)`
  await waitFor('the service worker to store the page', () => page.evaluate(isKept))
  // On the second load, the service worker handles the page from its first request on.
  await page.reload()
  await tasksShown(page, String(tasks)).waitFor()
  await waitFor('the tasks to be stored', () => page.evaluate(tasksKept))
  // What is done below needs parts that the page has not loaded yet.
  await waitFor('the offline set to be on the device', () => page.evaluate(offlineSetKept))
  await page.context().setOffline(true)
  await page.goto(`${board}?peek=`)
  const card = page.getByRole('link', { name: /WEB-3 Task 3/ })
  await card.waitFor()
  await page.getByText(/^Offline ·/).waitFor()
  await card.focus()
  await page.keyboard.press('r')
  await page.getByRole('textbox', { name: /^Title of/ }).fill('Renamed on a train')
  await page.keyboard.press('Enter')
  await page.getByText('1 change waits').waitFor()
  await page.reload()
  await page.getByRole('link', { name: /Renamed on a train/ }).waitFor()
  // The cache holds no API responses.
  const kept = (await page.evaluate(
    `caches.open('baton-shell').then((c) => c.keys()).then((k) => k.map(({ url }) => new URL(url).pathname))`,
  )) as string[]
  expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(async () => (await mira.do('GET', '/api/tasks/WEB-3')).title, { timeout: 60_000 }).toBe('Renamed on a train')
  await page.context().close()
})
