import type { Page } from 'playwright-core'
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

const timeout = 90_000
const stored = (page: Page) => page.evaluate("localStorage.getItem('baton.organization')")

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(scene.mira.user.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(scene.mira.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('an address of an organization one is not in names those one is in, and nothing of it is remembered', { timeout }, async () => {
  const page = await dashboard.open(scene.mira, '/northwind/inbox')
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor()
  for (const path of ['/somebody-elses/inbox', '/login/inbox', '/admin/users', '/help']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'You don’t have access to' }).waitFor()
    expect(await stored(page), path).toBe('northwind')
  }
  await page.getByRole('link', { name: 'Northwind' }).click()
  await page.waitForURL('**/northwind/inbox')
  await page.context().close()
})

test('words that people type by habit lead where they mean to go', { timeout }, async () => {
  const page = await dashboard.open(scene.mira, '/northwind/inbox')
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor()
  for (const path of ['/login', '/dashboard', '/home', '/signin']) {
    await page.goto(path)
    await page.waitForURL('**/northwind/inbox')
  }
  await page.context().close()
})

test(
  'an organization that a browser remembers wrongly is forgotten: the home page, and a new login, lead to a real one',
  { timeout },
  async () => {
    const page = await dashboard.open(scene.mira, '/northwind/inbox')
    await page.getByRole('link', { name: 'Inbox' }).first().waitFor()
    await page.evaluate("localStorage.setItem('baton.organization', 'login')")
    await page.goto('/')
    await page.waitForURL(/\/(northwind|mira)\/inbox$/)
    await page.evaluate("localStorage.setItem('baton.organization', 'login')")
    await page.goto('/login/inbox')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/auth/login')
    await logIn(page)
    await page.waitForURL(/\/(northwind|mira)\/inbox$/)
    await page.context().close()
  },
)

test('whoever is removed while the page is open is told so, and asks no more', { timeout }, async () => {
  const page = await dashboard.open(scene.jonas, '/auth/login')
  await page.clock.install()
  await page.goto('/northwind/inbox')
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor()
  let tickets = 0
  page.on('request', (request) => void (request.url().endsWith('/api/auth/ws-ticket') && tickets++))
  await scene.mira.do('DELETE', `/api/organization/members/${scene.jonas.user.handle}`)
  await page.getByRole('heading', { name: 'You don’t have access to “northwind”' }).waitFor()
  await page.getByRole('link', { name: 'Name of jonas' }).waitFor()
  expect(await stored(page)).toBe(null)
  const before = tickets
  // A minute of the page's own time, in which it would have tried again.
  await page.clock.runFor('01:00')
  expect(tickets - before).toBe(0)
  await page.context().close()
})
