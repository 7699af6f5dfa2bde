import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringAxe, violations } from './axe.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import { picture } from './picture.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
})
afterAll(() => dashboard?.close())

/** Retries come first, and a busy machine takes its time for them. */
const patience = { timeout: 60_000 }

async function board(): Promise<Page> {
  const page = await dashboard.open(scene.mira, 'about:blank')
  await bringAxe(page.context())
  await page.goto(`/${scene.org}/p/${scene.slug}/board`)
  await page.getByRole('link', { name: /Export a project/ }).waitFor()
  return page
}
const features = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Features', exact: true })
const featuresFile = '**/assets/features-page*'
/** The page it says this on still has its sidebar, and axe finds no fault. */
async function saidInside(page: Page, words: string | RegExp): Promise<void> {
  await page.getByRole('main').getByText(words).waitFor(patience)
  await features(page).waitFor()
  expect(await violations(page)).toEqual([])
}

test('a page whose file is gone offers the new version, inside the shell, and what was typed is still there', async () => {
  const page = await board()
  await page.keyboard.press('c')
  await page.getByLabel('Title').fill('Half a thought')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const gone = (route: Route) => route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{}' })
  await page.context().route(featuresFile, gone)
  await features(page).click()
  await saidInside(page, 'A new version is ready.')
  await picture(page, 'error-file-gone')
  await page.context().unroute(featuresFile)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Features' }).waitFor(patience)
  await page.keyboard.press('c')
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Half a thought')
  await page.context().close()
})

test('without a server, a page says so, tries again by itself and at once when the connection is back', async () => {
  const page = await board()
  const away = (route: Route) => route.abort()
  await page.context().route('**/api/**', away)
  await page.getByRole('navigation').getByRole('link', { name: 'Decisions', exact: true }).click()
  await saidInside(page, 'Can’t reach the server.')
  await page.getByText(/^Trying again in \d+ s\.$/).waitFor()
  await picture(page, 'error-no-server')
  await page.getByRole('button', { name: 'Try now' }).waitFor()
  expect(await page.getByText('keep reading').count()).toBe(0)
  await page.context().unroute('**/api/**', away)
  // Nobody presses anything.
  await page.getByText('No decisions yet').waitFor(patience)
  await page.context().close()
})

test('a fault in our code is not called a network failure; the report form opens with its id', async () => {
  const page = await board()
  const body = 'export function FeaturesPage() { throw new TypeError("Cannot read properties of undefined (reading \'gate\')") }'
  await page.context().route(featuresFile, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await features(page).click()
  await saidInside(page, 'This page broke. The rest works.')
  expect(await page.getByText('Can’t reach').count()).toBe(0)
  const [, id] = /Error (\w{8})/.exec((await page.getByRole('main').textContent()) ?? '') ?? []
  await page.getByRole('button', { name: 'Report it' }).click()
  await expect.poll(() => page.getByLabel('What is wrong?').inputValue()).toContain(`(error ${id})`)
  await page.keyboard.press('Escape')
  // The rest works.
  await page.getByRole('navigation').getByRole('link', { name: 'Board', exact: true }).click()
  await page.getByRole('link', { name: /Export a project/ }).waitFor()
  await page.context().close()
})

test('a fault of the server is named with its id', async () => {
  const page = await board()
  const headers = { 'x-request-id': 'request-7', 'content-type': 'application/problem+json' }
  const fail = (route: Route) => route.fulfill({ status: 500, headers, body: JSON.stringify({ code: 'internal', detail: 'No.' }) })
  await page.context().route('**/api/**', fail)
  await page.getByRole('navigation').getByRole('link', { name: 'Decisions', exact: true }).click()
  await saidInside(page, 'The server had a problem (request-7).')
  await page.context().unroute('**/api/**', fail)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No decisions yet').waitFor(patience)
  await page.context().close()
})
