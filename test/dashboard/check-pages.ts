import { mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from './areas.ts'
import { startDashboard, type Dashboard, type Screen } from './dashboard.ts'
import type { PageCase, Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

/** Where the pictures go, for people to look at; they are never committed. */
const folder = process.env['SCREENSHOTS'] ?? 'screenshots'
const screens: Record<string, Screen> = {
  light: {},
  dark: { dark: true },
  'phone-light': { phone: true },
  'phone-dark': { phone: true, dark: true },
}

/** PAGES=all looks at every page in all four; else each is looked at in one of two that have both themes and both widths. */
const all = process.env['PAGES'] === 'all'
const shown = all ? Object.keys(screens) : ['light', 'phone-dark']
const isTurn = (page: number, screen: number): boolean => all || page % shown.length === screen

let dashboard: Dashboard
let scene: Scene

/** One test for each of these areas, in a Baton and a browser of their own. */
export function checkPages(names: readonly string[]): void {
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
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
    const problems: string[] = []
    for (const [at, name] of shown.entries()) {
      const theirs = cases.filter((_, page) => isTurn(page, at))
      problems.push(...(await look(theirs, name, screens[name] ?? {})))
    }
    expect(problems).toEqual([])
  })
}

/** Opens each page in one browser, as one person would. */
async function look(cases: readonly PageCase[], name: string, screen: Screen): Promise<string[]> {
  const problems: string[] = []
  const known = await dashboard.open(scene.mira, `/${scene.org}/inbox`, screen)
  const stranger = await (await dashboard.visit(screen)).newPage()
  for (const one of cases) {
    const page = one.anonymous ? stranger : known
    const said = (text: string) => problems.push(`${one.name} ${name}: ${text}`)
    const onError = (error: Error) => said(`threw ${error.message}`)
    const onConsole = (message: { type(): string; text(): string }) =>
      message.type() === 'error' && !(one.refused && /status of 40[34]/.test(message.text())) && said(`console: ${message.text()}`)
    page.on('pageerror', onError).on('console', onConsole)
    await page.goto(one.path)
    await page
      .getByText(one.ready)
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: 20_000 })
      .catch(() => said(`never showed “${one.ready}”`))
    await one.then?.(page).catch((error: Error) => said(error.message.split('\n')[0] ?? ''))
    await page.screenshot({ path: `${folder}/${one.name}-${name}.png` })
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, nodes } of violations)
      said(
        `${id} at ${nodes
          .map(({ html }) => html.slice(0, 200))
          .slice(0, 3)
          .join(' | ')}`,
      )
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if (Number(wide) > 1) said(`is ${String(wide)} px wider than the screen`)
    page.off('pageerror', onError).off('console', onConsole)
  }
  await known.context().close()
  await stranger.context().close()
  return problems
}
