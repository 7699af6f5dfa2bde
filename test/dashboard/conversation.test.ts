import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../harness/worker.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
let worker: { close(): Promise<void> }
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  worker = await startWorker(dashboard.baton)
})
afterAll(async () => {
  await worker?.close()
  await dashboard?.close()
})

const patience = { timeout: 120_000 }

test('two people talk in a thread, find it by its link and resolve it', patience, async () => {
  const { mira, jonas, org } = scene
  const root = await mira.do('POST', '/api/tasks/BAT-1/comments', { body: 'Which browsers?' })
  const reply = await jonas.do('POST', '/api/tasks/BAT-1/comments', { body: 'All of them', reply_to: root.id })
  const page = await dashboard.open(mira, `/${org}/t/BAT-1?comment=${reply.id}`)
  const thread = page.locator(`#comment-${root.id}`)
  await thread.getByRole('button', { name: '1 reply' }).waitFor()
  // The link opens at the reply and highlights it.
  await page.locator(`#comment-${reply.id} [aria-current=true]`).getByText('All of them').waitFor()
  await thread.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Then Safari first')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await thread.getByRole('button', { name: '2 replies' }).waitFor()
  // The page shows it before the request is sent.
  const newest = async () => (await mira.do('GET', '/api/tasks/BAT-1/comments')).items[0]
  await expect.poll(newest).toMatchObject({ body: 'Then Safari first', reply_to: root.id })
  await thread.getByRole('button', { name: 'Resolve' }).click()
  await thread.getByText('Resolved by Mira Haddad').waitFor()
  // The other person sees the thread collapsed.
  const other = await dashboard.open(jonas, `/${org}/t/BAT-1`)
  const theirs = other.locator(`#comment-${root.id}`)
  await theirs.getByText('Resolved by Mira Haddad').waitFor()
  expect(await theirs.getByText('All of them').count()).toBe(0)
  await theirs.getByRole('button', { name: '2 replies' }).click()
  await theirs.getByText('All of them').waitFor()
  await page.context().close()
  await other.context().close()
})

test('whoever watches a task is told of a comment, until they unwatch it', patience, async () => {
  const { mira, jonas, org } = scene
  const page = await dashboard.open(jonas, `/${org}/t/BAT-4`)
  const section = page.getByRole('button', { name: 'Watch', exact: true })
  await section.click()
  await page.getByRole('list', { name: 'Watchers' }).getByText('Jonas Weber').waitFor()
  await mira.do('POST', '/api/tasks/BAT-4/comments', { body: 'Started on it' })
  await page.goto(`/${org}/inbox`)
  await page.getByText('Mira Haddad commented on BAT-4').first().waitFor()
  await page.goto(`/${org}/t/BAT-4`)
  await page.getByRole('button', { name: 'Unwatch' }).click()
  await page.getByRole('button', { name: 'Watch', exact: true }).waitFor()
  // The page shows it before the request is sent.
  const handles = async () => (await mira.do('GET', '/api/tasks/BAT-4/watchers')).watchers.map(({ handle }: { handle: string }) => handle)
  await expect.poll(handles).toEqual(['mira'])
  await page.context().close()
})

test('the feed says from what to what, on the task and on the page of the project', patience, async () => {
  const { mira, org, slug } = scene
  await mira.do('PATCH', '/api/tasks/BAT-5', { priority: 'high' })
  const page = await dashboard.open(mira, `/${org}/t/BAT-5`)
  await page.getByText('changed priority from Low to High').waitFor()
  await page.getByText('created this task').waitFor()
  await page.goto(`/${org}/p/${slug}/activity`)
  const line = page.getByRole('region', { name: 'Today' }).getByRole('listitem').filter({ hasText: 'changed priority from Low to High' })
  await line.getByRole('link', { name: /BAT-5/ }).waitFor()
  // Activity that happens while the page is open appears without a reload.
  await mira.do('POST', '/api/notes', { project: slug, title: 'Fresh note' })
  await page
    .getByText('created note Fresh note')
    .or(page.getByRole('link', { name: 'Fresh note' }))
    .first()
    .waitFor()
  await page.getByRole('combobox', { name: 'Kind of activity' }).selectOption('knowledge')
  await page.getByRole('link', { name: 'Fresh note' }).waitFor()
  await line.waitFor({ state: 'detached' })
  await page.context().close()
})

test('keys and names in a comment are links, and a name leads somewhere once that is written', patience, async () => {
  const { mira, org, slug } = scene
  await mira.do('POST', '/api/tasks/BAT-6/comments', { body: 'After BAT-3, see [[Key rotation]]; `BAT-2` is code and UTF-8 is nothing.' })
  const page = await dashboard.open(mira, `/${org}/t/BAT-6`)
  await page.getByRole('link', { name: 'BAT-3', exact: true }).waitFor()
  await page.getByText('[[Key rotation]]').waitFor()
  expect(await page.getByRole('link', { name: 'UTF-8' }).count()).toBe(0)
  const note = await mira.do('POST', '/api/notes', { project: slug, title: 'Key rotation', content: '' })
  await page.getByRole('link', { name: 'Key rotation' }).click()
  await page.waitForURL(`**/notes/${note.id}`)
  await page.context().close()
})
