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

test(
  'a note saves itself, links to another that shows it as a backlink, and is published under its address',
  { timeout: 240_000 },
  async () => {
    const { mira, org, slug } = scene
    const runbook = await mira.do('POST', '/api/notes', { project: slug, title: 'Runbook', content: 'What to do.' })
    const page = await dashboard.open(mira, `/${org}/p/${slug}/notes`)
    await page.getByRole('button', { name: 'New note' }).click()
    await page.getByRole('menuitem', { name: 'Project' }).click()
    await page.getByRole('toolbar', { name: 'Format' }).waitFor()
    await page.getByRole('textbox', { name: 'Note text' }).pressSequentially('Followed [[Runbook]] twice.')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Runbook' }).first().click()
    await page.waitForURL(`**/notes/${runbook.id}`)
    await page.getByRole('complementary').getByRole('link', { name: 'New note' }).waitFor()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Publish…' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill('our-runbook')
    await page.getByRole('button', { name: 'Publish' }).click()
    const address = await page.getByRole('link', { name: /\/p\/notes\/our-runbook/ }).getAttribute('href')
    const reader = await (await dashboard.visit()).newPage()
    await reader.goto(address ?? '')
    await reader.getByRole('heading', { name: 'Runbook', level: 1 }).waitFor()
    await reader.getByText('Published', { exact: false }).waitFor()
    expect(await reader.title()).toBe('Runbook · Baton')
    await mira.do('DELETE', `/api/notes/${runbook.id}/publish`)
    await reader.reload()
    await reader.getByText('It may have been unpublished').waitFor()
  },
)

test('where somebody else was faster, both texts are there until the author has chosen', { timeout: 240_000 }, async () => {
  const { mira, jonas, org, slug } = scene
  const { id } = await mira.do('POST', '/api/notes', { project: slug, title: 'Shared', content: 'First.' })
  const page = await dashboard.open(mira, `/${org}/notes/${id}?edit=true`)
  await page.getByRole('toolbar', { name: 'Format' }).waitFor()
  let faster = true
  await page.route('**/api/notes/*', async (route) => {
    if (faster && route.request().method() !== 'GET') {
      faster = false
      await jonas.do('PATCH', `/api/notes/${id}`, { content: 'Theirs.' })
    }
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Note text' }).pressSequentially(' Mine.')
  await page.getByText('Your version isn’t saved yet').waitFor()
  await page.getByRole('button', { name: 'Show their version' }).click()
  await page.getByRole('dialog').getByText('Theirs.').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect((await jonas.do('GET', `/api/notes/${id}`)).content).toContain('Mine.')
})
