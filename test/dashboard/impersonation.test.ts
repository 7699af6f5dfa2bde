import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene

beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  await dashboard.baton.look("update auth.accounts set role = 'admin' where user_id = $1", [scene.mira.user.id])
})
afterAll(() => dashboard?.close())

test('an administrator acts as somebody under a banner, in one tab, until either side ends it', { timeout: 120_000 }, async () => {
  const { mira, jonas, org } = scene
  const page = await dashboard.open(mira, `/${org}/admin/users/${jonas.user.id}`)
  await page.getByRole('button', { name: 'Impersonate…' }).click()
  await page.getByLabel('Reason').fill('Ticket 12: cannot see the board')
  await page.getByRole('button', { name: 'Act as Jonas Weber' }).click()
  await page.getByText('You’re acting as Jonas Weber').waitFor({ timeout: 30_000 })
  await page.goto(`/${org}/admin/users`)
  await page.getByText('Only administrators can see this').waitFor()
  // Another tab of the same browser still belongs to the administrator.
  const other = await page.context().newPage()
  await other.goto(new URL(`/${org}/admin/users`, page.url()).href)
  await other.getByText('Everyone with an account on this instance').waitFor()
  expect(await other.getByText('You’re acting as').count()).toBe(0)
  const { items } = await jonas.api.listImpersonations({})
  expect(items[0]).toMatchObject({ reason: 'Ticket 12: cannot see the board', ended_at: null })
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('You’re acting as').waitFor({ state: 'detached', timeout: 30_000 })
  expect((await jonas.api.listImpersonations({})).items[0]?.ended_at).toBeTruthy()
  await page.context().close()
})
