import { existsSync, rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { PageCase } from './every-page.ts'
import { lookAtPages } from './look-at-pages.ts'

let dashboard: Dashboard
beforeAll(async () => void (dashboard = await startDashboard()))
afterAll(() => dashboard?.close())

/** Runs a script in the page once it is there. */
const run = (script: string) => async (page: Page) => void (await page.evaluate(script))
/** Adds HTML after an element of the page, so that it goes with the page. */
const add = (html: string, after = 'main h1, main h2') =>
  run(`document.querySelector('${after}').insertAdjacentHTML('afterend', ${JSON.stringify(html)})`)
/** Lets the page ask for something that is answered with this status. */
const ask = (status: number) => async (page: Page) => {
  await page.route('**/planted', (route) => route.fulfill({ status }))
  await page.evaluate("fetch('/planted').then(({ status }) => status)")
}

const wider = /phone: is \d+ px wider than the screen/

/** What is planted, and what must be said of it. The place in this list decides in which look a page arrives, and axe runs in that one. */
const faults: [name: string, then: PageCase['then'], said: RegExp[]][] = [
  ['nothing at a desk', undefined, []],
  ['nothing on a phone', undefined, []],
  ['a picture without words at a desk', add('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">'), [/desk light: image-alt at <img/]],
  ['pale words on a phone', add('<p style="color: #777; background: #888">Hardly there</p>'), [/phone dark: color-contrast at <p/]],
  ['too wide for a phone, beside the heading', add('<div style="min-width: 500px">wide</div>'), [wider]],
  ['too wide for a phone, in what scrolls', add('<div style="min-width: 500px">wide</div>', 'main section p'), [wider]],
  ['an error on the console', run('console.error("planted")'), [/console: planted/]],
  ['an exception', run('new Promise((done) => setTimeout(() => { setTimeout(done); throw new Error("planted") }))'), [/threw planted/]],
  ['a missing file', ask(404), [/404 .*planted/, /console: Failed to load resource: .*404/]],
  ['a broken server', ask(500), [/500 .*planted/, /console: Failed to load resource: .*500/]],
  ['a busy server, which is asked again', ask(503), []],
  ['words that never come', () => Promise.reject(new Error('planted')), [/planted/]],
]

test('every planted fault is found on its page and on no other, and a picture of the page is kept', async () => {
  const mira = await (await dashboard.baton.person('mira')).createOrganization('northwind')
  const cases = faults.map(([name, then]): PageCase => {
    const path = `/northwind/settings/preferences?page=${encodeURIComponent(name)}`
    return { name, path, ready: 'System', ...(then && { then }) }
  })
  const found = await lookAtPages(dashboard, { mira, org: 'northwind' }, cases)
  for (const [name, , said] of faults) {
    const of = found.filter((one) => one.startsWith(`${name}: `))
    for (const pattern of said) expect(of).toContainEqual(expect.stringMatching(pattern))
    if (said.length === 0) expect(of).toEqual([])
    else {
      const picture = of.at(-1)?.split(': see ')[1] ?? ''
      expect(existsSync(picture)).toBe(true)
      rmSync(picture)
    }
  }
})
