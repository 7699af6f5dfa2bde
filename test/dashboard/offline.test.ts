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

const find = async (text: string) => (await scene.mira.do('GET', `/api/tasks?project=${scene.slug}&text=${text}`)).items[0]

test('what is done offline is kept, sent in order when the connection is back, and a conflict is shown', async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/board`)
  const card = (title: string) => page.getByRole('link', { name: new RegExp(title) })
  const inColumn = (column: string, title: string) =>
    page.getByRole('region', { name: `Tasks in ${column}` }).getByRole('link', { name: new RegExp(title) })
  await card('Export a project').waitFor()
  // The form for new tasks and a picker's list are loaded before going offline, as after any first use.
  await page.keyboard.press('c')
  await page.getByLabel('Title').waitFor()
  await page.keyboard.press('Escape')
  await card('Export a project').focus()
  await page.keyboard.press('s')
  await page.getByRole('option', { name: 'In progress' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'In progress' }).waitFor({ state: 'detached' })

  await page.context().setOffline(true)
  await page.getByText(/^Offline ·/).waitFor()

  await card('Export a project').focus()
  await page.keyboard.press('s')
  await page.getByRole('option', { name: 'In progress' }).click()
  await inColumn('In progress', 'Export a project').waitFor()
  await page.keyboard.press('p')
  await page.getByRole('option', { name: 'Urgent' }).click()

  await page.keyboard.press('c')
  await page.getByLabel('Title').fill('Written on a train')
  await page.getByRole('button', { name: 'Create, send later' }).click()
  await inColumn('Todo', 'Written on a train').waitFor()
  await inColumn('Todo', 'Written on a train').focus()
  await page.keyboard.press('s')
  await page.getByRole('option', { name: 'In review' }).click()
  await inColumn('In review', 'Written on a train').waitFor()

  await card('Rotate an API key').focus()
  await page.keyboard.press('r')
  await page.getByRole('textbox', { name: /^Title of/ }).fill('Rotate every key, says the train')
  await page.keyboard.press('Enter')
  await card('Rotate every key, says the train').waitFor()
  await page.getByText(/changes wait/).waitFor()

  // Meanwhile another person changes the same title.
  const rotated = await find('Rotate')
  await scene.jonas.do('PATCH', `/api/tasks/${rotated.key}`, { title: 'Rotate an API key, says the office' })

  await page.context().setOffline(false)
  await page.getByText(`Your edit to the title of ${rotated.key} conflicts with a newer version.`).waitFor({ timeout: 90_000 })
  await card('Rotate an API key, says the office').waitFor()
  await expect.poll(async () => (await find('Export')).status).toBe('in_progress')
  expect((await find('Export')).priority).toBe('urgent')
  const written = await scene.mira.do('GET', `/api/tasks?project=${scene.slug}&text=train`)
  expect(written.items.map(({ title, status }: { title: string; status: string }) => [title, status])).toEqual([
    ['Written on a train', 'in_review'],
  ])
  await inColumn('In review', 'Written on a train').waitFor()

  // The author sees what happened and decides.
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Conflicting edits to the title of ${rotated.key}` })
  await dialog.getByRole('region', { name: 'Jonas Weber’s version', exact: true }).getByText('says the office').waitFor()
  await dialog.getByRole('region', { name: 'Your version', exact: true }).getByText('says the train').waitFor()
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await card('Rotate every key, says the train').waitFor()
  await expect.poll(async () => (await find('Rotate')).title).toBe('Rotate every key, says the train')
  await page.context().close()
})

test('a key pressed before the role is known is not lost', async () => {
  const page = await dashboard.open(scene.mira, 'about:blank')
  await page.context().route('**/api/reads', (route) => (route.request().postData()?.includes('myRole') ? undefined : route.continue()))
  await page.goto(`/${scene.org}/p/${scene.slug}/board`)
  await page.getByRole('link', { name: /Export a project/ }).waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('Title').waitFor()
  await page.context().close()
})

test('a part of the page that is first needed offline arrives with the connection, and the page stays', async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/board`)
  const card = page.getByRole('link', { name: /Export a project/ })
  await card.waitFor()
  await page.context().setOffline(true)
  await page.getByText(/^Offline ·/).waitFor()
  const missed = page.waitForEvent('requestfailed', (request) => request.resourceType() === 'script')
  await page.keyboard.press('c')
  await missed
  await page.context().setOffline(false)
  await page.getByLabel('Title').waitFor()
  await page.keyboard.press('Escape')
  await card.waitFor()
  await page.context().close()
})

test('what was done offline outlives a reload and a closed tab', async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/board`)
  const context = page.context()
  const card = page.getByRole('link', { name: /Resume an event stream/ })
  await card.waitFor()
  // Calls fail but pages still load, which is what a server that is down looks like.
  await context.route('**/api/tasks/**', (route) => route.abort())
  await card.focus()
  await page.keyboard.press('p')
  await page.getByRole('option', { name: 'Low' }).click()
  await page.getByText('1 change waits').waitFor()
  await page.close()
  await context.unroute('**/api/tasks/**')
  const next = await context.newPage()
  await next.goto(`/${scene.org}/p/${scene.slug}/board`)
  await expect.poll(async () => (await find('Resume')).priority, { timeout: 15_000 }).toBe('low')
  await context.close()
})

test('title and labels of one task, changed by two people of whom one is offline, merge without a question', async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/board`)
  const card = (title: string) => page.getByRole('link', { name: new RegExp(title) })
  const { key } = await find('Compare')
  await card('Compare any two').focus()
  await page.keyboard.press('l')
  await page.getByRole('option', { name: 'api' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'api' }).waitFor({ state: 'detached' })

  await page.context().setOffline(true)
  await page.getByText(/^Offline ·/).waitFor()
  await card('Compare any two').focus()
  await page.keyboard.press('l')
  await page.getByRole('option', { name: 'api' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'api' }).waitFor({ state: 'detached' })
  await card('Compare any two').focus()
  await page.keyboard.press('r')
  await page.getByRole('textbox', { name: /^Title of/ }).fill('Compare versions on a train')
  await page.keyboard.press('Enter')
  await page.getByText('2 changes wait').waitFor()
  await scene.jonas.do('PATCH', `/api/tasks/${key}`, { labels: ['api', 'office'] })

  await page.context().setOffline(false)
  await expect.poll(async () => (await find('Compare')).title, { timeout: 90_000 }).toBe('Compare versions on a train')
  expect((await find('Compare')).labels).toEqual(['office'])
  await page.getByRole('button', { name: /^(Show|Review)$/ }).waitFor({ state: 'detached' })
  // They were ordinary calls: this browser is no device.
  expect(await scene.mira.do('GET', '/api/sync/status')).toMatchObject({ devices: [], conflicts: [] })
  await page.context().close()
})

test('a note that two people changed, one of them offline, is reviewed like a task', async () => {
  const { id } = await scene.mira.do('POST', '/api/notes', { project: scene.slug, title: 'Timetable', content: 'Seen by both.' })
  const page = await dashboard.open(scene.mira, `/${scene.org}/notes/${id}?edit=true`)
  const editor = page.getByRole('textbox', { name: 'Note text' })
  await editor.waitFor()
  await page.context().setOffline(true)
  await page.getByText(/^Offline ·/).waitFor()
  await editor.press('Control+a')
  await editor.pressSequentially('Written on the train.')
  await page.getByText('1 change waits').waitFor()
  await scene.jonas.do('PATCH', `/api/notes/${id}`, { content: 'Written at the office.' })

  await page.context().setOffline(false)
  await page.getByText('Your edit to the content of “Timetable” conflicts with a newer version.').waitFor({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Conflicting edits to the content of “Timetable”' })
  await dialog.getByRole('region', { name: 'Saved version', exact: true }).getByText('at the office').waitFor()
  expect((await scene.mira.do('GET', `/api/notes/${id}`)).content).toBe('Written at the office.')
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await expect.poll(async () => (await scene.mira.do('GET', `/api/notes/${id}`)).content).toBe('Written on the train.')
  await page.context().close()
})
