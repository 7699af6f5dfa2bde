import { createServer } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { openChromium, type Chromium } from '../harness/chromium.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { keepIfFailed } from './evidence.ts'
import type { Person } from '../harness/person.ts'
import type { Servers } from '../harness/databases.ts'

export interface Screen {
  dark?: boolean
  phone?: boolean
  /** With the service worker: requests then pass through it and not through what a test routes. */
  worker?: boolean
}

export const viewports = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** A Baton with its dashboard, and a real Chromium to open it in. Shows what `npm run dashboard` has built. */
export interface Dashboard {
  baton: Baton
  browser: Chromium
  origin: string
  /** A separate browser context without a login. */
  visit(screen?: Screen): Promise<BrowserContext>
  /** A separate browser context in which this person is logged in, at this path. */
  open(person: Person, path: string, screen?: Screen): Promise<Page>
  close(): Promise<void>
}

/** Pages note a login in local storage, because the cookie is hidden from scripts. */
export const loggedIn =
  "if (location.protocol !== 'about:' && !localStorage.getItem('baton.session')) localStorage.setItem('baton.session', 'open')"

/** The origin is part of cookies and passkeys, so the port must be known before the server starts. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** Outside Vitest, pass the servers too. */
export async function startDashboard(settings: Record<string, string> = {}, servers?: Servers): Promise<Dashboard> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const built = process.env['DASHBOARD_DIR']
  const baton = await startBaton(
    { APP_URL: origin, PORT: String(port), ...(built && { DASHBOARD_DIR: built }), ...settings },
    undefined,
    ...(servers ? [servers] : []),
  )
  const browser = await openChromium()
  const visit = async ({ dark, phone, worker }: Screen = {}) => {
    const context = await browser.newContext({
      baseURL: origin,
      colorScheme: dark ? 'dark' : 'light',
      viewport: viewports[phone ? 'phone' : 'desk'],
      reducedMotion: 'reduce',
      serviceWorkers: worker ? 'allow' : 'block',
      ...(phone && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
    })
    keepIfFailed(context)
    return context
  }
  return {
    baton,
    browser,
    origin,
    visit,
    async open(person, path, screen) {
      const context = await visit(screen)
      const { refresh_token } = await login(origin, person)
      await context.addCookies([{ name: 'baton_refresh', value: refresh_token, domain: 'localhost', path: '/api/auth', httpOnly: true }])
      await context.addInitScript(loggedIn)
      const page = await context.newPage()
      await page.goto(path)
      return page
    },
    async close() {
      await browser.close()
      await baton.close()
    },
  }
}

/** A separate login session: a refresh token works only once, and a test opens many browsers. */
async function login(origin: string, { user, password }: Person): Promise<{ refresh_token: string }> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password }),
  })
  if (!response.ok) throw new Error(`login: ${response.status} ${await response.text()}`)
  return (await response.json()) as { refresh_token: string }
}
