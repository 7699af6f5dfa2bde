import type { Page } from 'playwright-core'
import { bringAxe, violations } from './axe.ts'
import { viewports, type Dashboard } from './dashboard.ts'
import { keepPicture } from './evidence.ts'
import type { PageCase, Scene } from './every-page.ts'
import { watchPage } from './watch-page.ts'

export interface Look {
  device: 'desk' | 'phone'
  theme: 'light' | 'dark'
}
const look = (device: Look['device'], theme: Look['theme']): Look => ({ device, theme })
const light = look('desk', 'light')
const dark = look('phone', 'dark')

/**
 * CI looks at each page once: it arrives in a light desktop window and makes it a dark phone, or the other way around, so that the next page
 * arrives where this one ended. Both widths are measured; axe takes most of the time and runs once, in the look in which the page arrived.
 * PAGES=all loads every page on desktop and on a phone, in both themes, and runs axe each time.
 */
const all = process.env['PAGES'] === 'all'
const passes: ((at: number) => [Look, Look])[] = all
  ? [() => [light, look('desk', 'dark')], () => [dark, look('phone', 'light')]]
  : [(at) => (at % 2 === 0 ? [light, dark] : [dark, light])]

/** Where PAGES=all saves screenshots, for people to look at; they are never committed. */
const pictures = process.env['SCREENSHOTS'] ?? (all ? 'screenshots' : undefined)

/** Whom the pages are shown to: a person with a login and a stranger. */
type Seats = Pick<Scene, 'mira' | 'org'>

/** Opens each page as a person would and returns what is wrong with each; a picture of every page with a fault is kept. */
export async function lookAtPages(dashboard: Dashboard, seats: Seats, cases: readonly PageCase[]): Promise<string[]> {
  const problems: string[] = []
  for (const looks of passes) problems.push(...(await onePass(dashboard, seats, cases, looks)))
  return problems
}

async function onePass(dashboard: Dashboard, { mira, org }: Seats, cases: readonly PageCase[], looks: (at: number) => [Look, Look]) {
  const problems: string[] = []
  const [first] = looks(0)
  const screen = { phone: first.device === 'phone', dark: first.theme === 'dark' }
  const known = await dashboard.open(mira, `/${org}/inbox`, screen)
  const stranger = await (await dashboard.visit(screen)).newPage()
  await Promise.all([bringAxe(known.context()), bringAxe(stranger.context())])
  const inside = (some: PageCase | undefined) => Boolean(some?.path.startsWith(`/${org}/`) && !some.anonymous && !some.refused)
  for (const [at, one] of cases.entries()) {
    const page = one.anonymous ? stranger : known
    const before = cases[at - 1]
    const faults: string[] = []
    const stopWatching = watchPage(page, one, (fault) => faults.push(fault))
    // Client-side navigation costs a fifth of loading the page. The phone of PAGES=all loads each page by its address.
    const follow = !screen.phone && inside(one) && inside(before)
    await inspect(page, one, looks(at), follow ? { leave: Boolean(before?.then), parking: `/${org}/nothing-here` } : undefined, faults)
    stopWatching()
    if (faults.length > 0)
      problems.push(...faults.map((fault) => `${one.name}: ${fault}`), `${one.name}: see ${await keepPicture(page, one.name)}`)
  }
  await Promise.all([known.context().close(), stranger.context().close()])
  return problems
}

/** How the page before is left without loading the next one anew. */
interface Follow {
  /** Something was opened on it. */
  leave: boolean
  /** A page that shows next to nothing. */
  parking: string
}

async function inspect(page: Page, one: PageCase, looks: [Look, Look], follow: Follow | undefined, faults: string[]): Promise<void> {
  const [arrival] = looks
  await wear(page, arrival)
  await reach(page, one, follow).catch((error: Error) => faults.push(firstLine(error)))
  for (const next of looks) {
    const { device, theme } = next
    await wear(page, next)
    // Something opened on the page may have replaced the text it is recognized by.
    if (!one.then) await isThere(page, one).catch((error: Error) => faults.push(`${device}: ${firstLine(error)}`))
    if (pictures) await picture(page, one, next)
    // A different theme changes colors and nothing else.
    const rules = next !== arrival && device === arrival.device ? ['color-contrast'] : undefined
    if (all || next === arrival) for (const text of await violations(page, rules)) faults.push(`${device} ${theme}: ${text}`)
    const wide = Number(await page.evaluate(tooWide))
    if (wide > 1) faults.push(`${device}: is ${wide} px wider than the screen`)
  }
}

/**
 * By how many pixels the content is wider than its place: the document, the frame of the page, which cuts off what doesn't fit, and whatever is
 * meant to scroll only downwards but would then scroll sideways too.
 */
const tooWide = `Math.max(...[document.documentElement, ...document.querySelectorAll('main, [class*=overflow-y-auto]')]
  .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`

const firstLine = ({ message }: Error): string => message.split('\n')[0] ?? ''

async function picture(page: Page, { name }: PageCase, { device, theme }: Look): Promise<void> {
  await page.screenshot({ path: `${pictures}/${name}-${device === 'phone' ? 'phone-' : ''}${theme}.png` })
}

/** Waits for the page's content, not its skeleton, and performs `then`. */
async function reach(page: Page, one: PageCase, follow: Follow | undefined): Promise<void> {
  if (follow && (!follow.leave || (await leave(page, follow.parking)))) await followLink(page, one.path)
  else await page.goto(one.path)
  await isThere(page, one)
  await one.then?.(page)
}

const left = `document.querySelector('dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], :popover-open') === null`

/** Closes what was opened on the page and unmounts it; whether that left nothing behind. */
async function leave(page: Page, parking: string): Promise<boolean> {
  await page.keyboard.press('Escape')
  await followLink(page, parking)
  await page.getByText('Page not found').first().waitFor(patience)
  return Boolean(await page.evaluate(left))
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

const worn = new WeakMap<Page, Look>()

async function wear(page: Page, next: Look): Promise<void> {
  const now = worn.get(page)
  if (now?.device !== next.device) await page.setViewportSize(viewports[next.device])
  if (now?.theme !== next.theme) await page.emulateMedia({ colorScheme: next.theme })
  worn.set(page, next)
  // Server-rendered pages switch themes without an attribute to wait for.
  await page.locator(`html:not([data-theme]), html[data-theme=${next.theme}]`).waitFor({ state: 'attached' })
}
