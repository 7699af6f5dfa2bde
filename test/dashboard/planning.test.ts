import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  await scene.mira.do('POST', '/api/projects', { name: 'Website', slug: 'website', key: 'WEB' })
  page = await dashboard.open(scene.mira, place('timeline'))
}, 120_000)
afterAll(() => dashboard?.close())

const place = (view: string) => `/${scene.org}/p/${scene.slug}/${view}`
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const find = async (title: string) =>
  (await scene.mira.do('GET', `/api/tasks?project=${scene.slug}&text=${encodeURIComponent(title)}`)).items[0]

test('a bar is dragged and resized on the timeline, by pointer and by keys, and taken back', { timeout: 60_000 }, async () => {
  const [blocker, waits] = [await find('Enrol'), await find('Retry')]
  await scene.mira.do('PATCH', `/api/tasks/${blocker.key}`, { start_on: inDays(-1), due_on: inDays(5) })
  await scene.mira.do('PATCH', `/api/tasks/${waits.key}`, { start_on: inDays(2), due_on: inDays(4), blocked_by: [blocker.key] })
  await page.goto(place('timeline'))
  await page.getByText('1 task starts before a blocker ends').waitFor()
  await expect.poll(() => page.locator(`[data-arrow="${blocker.key} ${waits.key}"]`).count()).toBe(1)
  const bar = page.getByRole('button', { name: new RegExp(`^${waits.key}: .*move it by a day`) })
  const track = await page.locator(`[data-task="${waits.id}"] [data-track]`).boundingBox()
  const box = await bar.boundingBox()
  if (!track || !box) throw new Error('the bar is not there')
  const perDay = track.width / 42
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + perDay * 4, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => [(await find('Retry')).start_on, (await find('Retry')).due_on]).toEqual([inDays(6), inDays(8)])
  await page.getByText('before a blocker ends').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: new RegExp(`^End of ${waits.key}`) }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await find('Retry')).due_on).toBe(inDays(9))
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await find('Retry')).due_on).toBe(inDays(8))
  await page
    .getByRole('complementary', { name: 'Unscheduled' })
    .getByRole('button', { name: /^Schedule BAT-/ })
    .first()
    .waitFor()
})

test('a milestone is created, given to a task, and counts what is complete', { timeout: 60_000 }, async () => {
  await page.goto(place('milestones'))
  await page.getByRole('button', { name: 'New milestone' }).click()
  await page.getByLabel('Name').fill('Beta')
  await page.getByLabel('Target date').fill(inDays(10))
  await page.getByRole('button', { name: 'Create milestone' }).click()
  await page.getByRole('link', { name: 'Beta' }).waitFor()
  const [task, done, dropped] = [await find('Compare'), await find('Resume'), await find('Rotate')]
  await page.goto(`/${scene.org}/t/${task.key}`)
  await page.getByRole('button', { name: 'Milestone: None' }).click()
  await page.getByRole('option', { name: 'Beta' }).click()
  await expect.poll(async () => (await find('Compare')).milestone_id).toBeTruthy()
  await scene.mira.do('PATCH', '/api/tasks/bulk', { tasks: [done.key, dropped.key], changes: { milestone: 'Beta' } })
  await scene.mira.do('PATCH', `/api/tasks/${dropped.key}`, { status: 'cancelled' })
  await page.goto(place('milestones'))
  await page.getByText('1 of 2').waitFor()
  // The projects page counts by the same rule: cancelled tasks are neither open nor complete.
  await page.goto(`/${scene.org}/projects`)
  const row = page.locator('#content').getByRole('listitem').filter({ hasText: 'Platform' })
  await expect.poll(async () => (await row.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/5 open 2 in progress 1 complete/)
})

test('deleting a milestone asks first, and its tasks stay', { timeout: 60_000 }, async () => {
  const created = await scene.mira.api.createMilestone({ project: scene.slug, name: 'Gamma' })
  const task = await find('Compare')
  const { milestone_id: before } = task
  await scene.mira.api.updateTask({ task: task.key, milestone: created.id })
  await page.goto(place('milestones'))
  const choose = async () => {
    await page.getByRole('button', { name: 'Actions for Gamma' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Its 1 task will have no milestone.', { exact: false }).waitFor()
  }
  await choose()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await find('Compare')).milestone_id).toBe(created.id)
  await choose()
  await page.getByRole('button', { name: 'Delete milestone' }).click()
  await page.getByRole('link', { name: 'Gamma' }).waitFor({ state: 'detached' })
  // The page updates at once, before the server has stored the change.
  await expect.poll(async () => (await find('Compare')).milestone_id).toBeNull()
  await scene.mira.api.updateTask({ task: task.key, milestone: before })
})

test('a task is moved to another project, its old key leads to it, and the way back is one press', { timeout: 60_000 }, async () => {
  const task = await find('Export')
  await page.goto(`/${scene.org}/t/${task.key}`)
  await page.getByRole('button', { name: 'Task actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to project…' }).click()
  await page.getByRole('option', { name: 'Website' }).click()
  await page.waitForURL(/\/t\/WEB-1/)
  await page.goto(`/${scene.org}/t/${task.key}`)
  await page.getByText('WEB-1').first().waitFor()
  await scene.mira.do('POST', '/api/tasks/WEB-1/transfer', { project: scene.slug })
  await expect.poll(async () => (await find('Export')).key).toBe(task.key)
})

test('marking a task as a duplicate offers to close it, and shows on both', { timeout: 60_000 }, async () => {
  const [task, other] = [await find('Show contradicting'), await find('Compare')]
  await page.goto(`/${scene.org}/t/${task.key}`)
  await page.getByRole('button', { name: 'Links: add a task' }).click()
  // By keyboard: on a slow machine, content loading above the button may still push its menu down.
  await page.getByRole('menuitem', { name: 'Duplicate of…' }).press('Enter')
  await page.getByRole('option', { name: /Compare any two/ }).click()
  await page.getByRole('button', { name: 'Close as duplicate' }).click()
  await expect.poll(async () => (await find('Show contradicting')).status).toBe('cancelled')
  await page.goto(`/${scene.org}/t/${other.key}`)
  await page.getByText('Duplicated by').waitFor()
})

test('every screen counts by one rule: what is cancelled is neither open nor complete', { timeout: 90_000 }, async () => {
  const { mira, org } = scene
  const epic = await mira.do('POST', '/api/projects/website/epics', { title: 'Launch' })
  const make = (title: string, status: string) => mira.do('POST', '/api/tasks', { project: 'website', title, epic: epic.key, status })
  const tasks = [
    await make('Write the copy', 'complete'),
    await make('Buy the domain', 'complete'),
    await make('Record a video', 'cancelled'),
    await make('Draw the logo', 'in_progress'),
    await make('Choose the host', 'in_review'),
  ].map(({ key }) => key)
  const milestone = await mira.do('POST', '/api/projects/website/milestones', { name: 'Launch day' })
  await mira.do('PATCH', '/api/tasks/bulk', { tasks, changes: { milestone: milestone.id } })
  const feature = await mira.do('POST', '/api/features', { project: 'website', title: 'New website', tasks })
  const said = async (path: string) => {
    await page.goto(`/${org}/${path}`)
    return async () => (await page.locator('#content').innerText()).replaceAll(/\s+/g, ' ')
  }
  await expect.poll(await said(`t/${epic.key}`)).toContain('2 of 4')
  await expect.poll(await said('p/website/tree')).toContain('2/4')
  await expect.poll(await said('p/website/milestones')).toContain('2 of 4')
  await expect.poll(await said(`features/${feature.id}`)).toContain('2 of 4 complete')
  await expect.poll(await said('p/website/insights')).toContain('2 of 4 tasks complete')
  await expect.poll(await said('p/website/board')).toMatch(/In progress 1 .*In review 1 .*Complete 2 .*Cancelled 1/)
  await expect.poll(await said('projects')).toMatch(/Website.* 2 open 1 in progress 2 complete/)
  // The feature's milestone is set on its page, and a filter shows the milestone by name.
  await page.goto(`/${org}/features/${feature.id}`)
  await page.getByRole('button', { name: 'Milestone: None' }).click()
  await page.getByRole('option', { name: 'Launch day' }).click()
  await page.getByRole('button', { name: 'Milestone: Launch day' }).waitFor()
  await expect.poll(async () => (await mira.do('GET', `/api/features/${feature.id}`)).milestone_id).toBe(milestone.id)
  await page.goto(`/${org}/p/website/list?milestone=${milestone.id}`)
  await page.getByRole('button', { name: 'Remove filter Milestone: Launch day' }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('option', { name: 'Milestone: Launch day' }).click()
  await page.waitForURL(/milestone=/)
})
