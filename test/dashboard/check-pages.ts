import { mkdirSync } from 'node:fs'
import type { ConsoleMessage, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from './areas.ts'
import { bringAxe, violations } from './axe.ts'
import { startDashboard, viewports, type Dashboard } from './dashboard.ts'
import type { PageCase, Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

interface Look {
  device: 'desk' | 'phone'
  theme: 'light' | 'dark'
}
/**
 * PAGES=all opens every page on desktop and phone, in both themes, and runs axe each time. CI opens each page once, in a light desktop
 * window, then makes it as narrow as a phone and dark, and alternates between the two for axe, which takes most of the time.
 */
const all = process.env['PAGES'] === 'all'
const look = (device: Look['device'], theme: Look['theme']): Look => ({ device, theme })
const passes: Look[][] = all
  ? [
      [look('desk', 'light'), look('desk', 'dark')],
      [look('phone', 'dark'), look('phone', 'light')],
    ]
  : [[look('desk', 'light'), look('phone', 'dark')]]
const runsAxe = (at: number, { device }: Look): boolean => all || (at % 2 === 0) === (device === 'desk')

/** Where screenshots go, for people to look at; they are never committed. Without this setting, only PAGES=all takes any. */
const folder = process.env['SCREENSHOTS'] ?? (all ? 'screenshots' : undefined)

let dashboard: Dashboard
let scene: Scene

/** One test per area, with its own Baton and browser. */
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
  test(`${area}: every page fits a desk and a phone, in light and dark, shows no error and passes axe`, { timeout: 600_000 }, async () => {
    await Promise.all([scene.mira.logInAgain(), scene.jonas.logInAgain()])
    const cases = (await areas[area]?.(scene)) ?? []
    expect(cases.length).toBeGreaterThan(0)
    const problems: string[] = []
    for (const looks of passes) problems.push(...(await open(cases, looks)))
    expect(problems).toEqual([])
  })
}

/** Opens each page in one browser, as a person would, and checks every look. */
async function open(cases: readonly PageCase[], looks: readonly Look[]): Promise<string[]> {
  const problems: string[] = []
  const [first] = looks as [Look]
  const screen = { phone: first.device === 'phone', dark: first.theme === 'dark' }
  const known = await dashboard.open(scene.mira, `/${scene.org}/inbox`, screen)
  const stranger = await (await dashboard.visit(screen)).newPage()
  await Promise.all([bringAxe(known.context()), bringAxe(stranger.context())])
  for (const [at, one] of cases.entries()) {
    const before = cases[at - 1]
    // Whatever an earlier page left open goes away only with a full page load.
    const inside = (some: PageCase | undefined) => some?.path.startsWith(`/${scene.org}/`) && !some.anonymous && !some.refused
    const follow = first.device === 'desk' && inside(one) && inside(before) && !before?.then
    const page = one.anonymous ? stranger : known
    const said = (text: string) => problems.push(`${one.name}: ${text}`)
    const onError = (error: Error) => said(`threw ${error.message}`)
    // A busy server may answer 503 and ask for a retry; the page retries, and is checked once its content is there.
    // Containers that CI starts meanwhile change the machine's network, and Chromium drops requests in flight; the page retries those too.
    const mayBe = one.refused ? /status of (40[34]|503)|ERR_NETWORK_CHANGED/ : /status of 503|ERR_NETWORK_CHANGED/
    // The response to an earlier page's request for a missing file may arrive on this page.
    const inVain = (url: string) => url.includes('/nothing-here')
    const onConsole = (message: ConsoleMessage) =>
      message.type() === 'error' && !mayBe.test(message.text()) && !inVain(message.location().url) && said(`console: ${message.text()}`)
    // The console says that a request failed, but not which one.
    const onResponse = async (response: Response) => {
      if (response.status() === 404 && !one.refused && !inVain(response.url())) said(`404 ${response.url()}`)
      if (response.status() >= 500 && response.status() !== 503) said(`${response.status()} ${response.url()} ${await response.text()}`)
    }
    page.on('pageerror', onError).on('console', onConsole).on('response', onResponse)
    await wear(page, first)
    await reach(page, one, follow ?? false).catch((error: Error) => said(error.message.split('\n')[0] ?? ''))
    for (const [turn, next] of looks.entries()) {
      const { device, theme } = next
      await wear(page, next)
      // Something opened on the page may have replaced the text it is recognized by.
      if (!one.then) await isThere(page, one).catch((error: Error) => said(`${device}: ${error.message.split('\n')[0]}`))
      if (folder) await page.screenshot({ path: `${folder}/${one.name}-${device === 'phone' ? 'phone-' : ''}${theme}.png` })
      // A different theme changes colors and nothing else.
      const rules = turn > 0 && device === first.device ? ['color-contrast'] : undefined
      for (const text of runsAxe(at, next) ? await violations(page, rules) : []) said(`${device} ${theme}: ${text}`)
      const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      if (Number(wide) > 1) said(`${device}: is ${String(wide)} px wider than the screen`)
    }
    page.off('pageerror', onError).off('console', onConsole).off('response', onResponse)
  }
  await known.context().close()
  await stranger.context().close()
  return problems
}

/** Waits for the page's content, not its skeleton, and performs `then`. */
async function reach(page: Page, one: PageCase, follow: boolean): Promise<void> {
  // On desktop, pages are reached by client-side navigation, which costs a third of loading them; on a phone, by URL.
  await (follow ? followLink(page, one.path) : page.goto(one.path))
  await isThere(page, one)
  await one.then?.(page)
}

/** Ends a wait for something that never comes; on a busy machine twenty seconds are too little. */
const patience = { timeout: 60_000 }

async function isThere(page: Page, { ready }: PageCase): Promise<void> {
  await page.getByText(ready).filter({ visible: true }).first().waitFor(patience)
  await page
    .getByRole('status', { name: 'Loading' })
    .first()
    .waitFor({ state: 'detached', ...patience })
}

interface Router {
  navigate(to: { href: string }): Promise<void>
}
const followLink = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href }), path)

async function wear(page: Page, { device, theme }: Look): Promise<void> {
  await page.setViewportSize(viewports[device])
  await page.emulateMedia({ colorScheme: theme })
  // Server-rendered pages switch themes without an attribute to wait for.
  await page.locator(`html:not([data-theme]), html[data-theme=${theme}]`).waitFor({ state: 'attached' })
}
