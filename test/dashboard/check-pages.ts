import { mkdirSync } from 'node:fs'
import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from './areas.ts'
import { bringAxe, violations } from './axe.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { PageCase, Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

type Theme = 'light' | 'dark'

/** CI looks at every page in both widths and both themes: light on a desk, dark on a phone. PAGES=all looks at all four. */
const all = process.env['PAGES'] === 'all'

/** Where pictures go, for people to look at; they are never committed. Without the setting only PAGES=all takes any. */
const folder = process.env['SCREENSHOTS'] ?? (all ? 'screenshots' : undefined)
const themes: Record<'desk' | 'phone', Theme[]> = { desk: all ? ['light', 'dark'] : ['light'], phone: all ? ['dark', 'light'] : ['dark'] }

let dashboard: Dashboard
let scene: Scene

/** One test for each of these areas, in a Baton and a browser of their own. */
export function checkPages(names: readonly string[]): void {
  beforeAll(async () => {
    if (folder) mkdirSync(folder, { recursive: true })
    dashboard = await startDashboard()
    scene = await makeScene(dashboard)
  })
  afterAll(() => dashboard?.close())

  for (const name of names) checkArea(name)
}

function checkArea(area: string): void {
  test(`${area}: every page passes axe in light and dark, on a desk and on a phone, and shows no error`, { timeout: 600_000 }, async () => {
    await Promise.all([scene.mira.logInAgain(), scene.jonas.logInAgain()])
    const cases = (await areas[area]?.(scene)) ?? []
    expect(cases.length).toBeGreaterThan(0)
    expect([...(await open(cases, 'desk')), ...(await open(cases, 'phone'))]).toEqual([])
  })
}

/** Opens each page in one browser, as one person would, and looks at it in each theme. */
async function open(cases: readonly PageCase[], device: 'desk' | 'phone'): Promise<string[]> {
  const problems: string[] = []
  const screen = { phone: device === 'phone', dark: themes[device][0] === 'dark' }
  const known = await dashboard.open(scene.mira, `/${scene.org}/inbox`, screen)
  const stranger = await (await dashboard.visit(screen)).newPage()
  await Promise.all([bringAxe(known.context()), bringAxe(stranger.context())])
  for (const [at, one] of cases.entries()) {
    const before = cases[at - 1]
    // What an earlier page left open is gone only with the page.
    const inside = (some: PageCase | undefined) => some?.path.startsWith(`/${scene.org}/`) && !some.anonymous && !some.refused
    const follow = device === 'desk' && inside(one) && inside(before) && !before?.then
    const page = one.anonymous ? stranger : known
    const said = (text: string) => problems.push(`${one.name} ${device}: ${text}`)
    const onError = (error: Error) => said(`threw ${error.message}`)
    // On a busy machine a call may be told to come again; the page does, and is looked at when it has what it shows.
    const mayBe = one.refused ? /status of (40[34]|503)/ : /status of 503/
    const onConsole = (message: { type(): string; text(): string }) =>
      message.type() === 'error' && !mayBe.test(message.text()) && said(`console: ${message.text()}`)
    // The console says that something failed, not what.
    const onResponse = async (response: Response) => {
      if (response.status() >= 500 && response.status() !== 503) said(`${response.status()} ${response.url()} ${await response.text()}`)
    }
    page.on('pageerror', onError).on('console', onConsole).on('response', onResponse)
    await page.emulateMedia({ colorScheme: themes[device][0] })
    await reach(page, one, follow ?? false).catch((error: Error) => said(error.message.split('\n')[0] ?? ''))
    for (const [turn, theme] of themes[device].entries()) {
      await wear(page, theme)
      if (folder) await page.screenshot({ path: `${folder}/${one.name}-${device === 'phone' ? 'phone-' : ''}${theme}.png` })
      // Another theme has other colours and nothing else.
      for (const text of await violations(page, turn > 0 ? ['color-contrast'] : undefined)) said(`${theme}: ${text}`)
    }
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if (Number(wide) > 1) said(`is ${String(wide)} px wider than the screen`)
    page.off('pageerror', onError).off('console', onConsole).off('response', onResponse)
  }
  await known.context().close()
  await stranger.context().close()
  return problems
}

/** The page with what it shows: not a skeleton of it, and with what was opened on it. */
async function reach(page: Page, { path, ready, then }: PageCase, follow: boolean): Promise<void> {
  // On a desk pages are come to as by a link, which costs a third of loading them; on a phone by their address.
  await (follow ? followLink(page, path) : page.goto(path))
  await page.getByText(ready).filter({ visible: true }).first().waitFor({ timeout: 20_000 })
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached', timeout: 20_000 })
  await then?.(page)
}

interface Router {
  navigate(to: { href: string }): Promise<void>
}
const followLink = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href }), path)

async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  // The pages that the server writes itself follow without a word.
  await page.locator(`html:not([data-theme]), html[data-theme=${theme}]`).waitFor({ state: 'attached' })
}
