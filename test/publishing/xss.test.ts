import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from '../dashboard/dashboard.ts'
import type { Person } from '../harness/person.ts'
import { payloads } from './xss-payloads.ts'

let dashboard: Dashboard
let ada: Person
beforeAll(async () => {
  dashboard = await startDashboard()
  ada = await dashboard.baton.administrator()
})
afterAll(() => dashboard?.close())

/**
 * Every fourth text, another quarter for each kind of page: each text is shown somewhere, and each kind shows fifty of them. BATON_FUZZ=all
 * shows each everywhere.
 */
const someOf = <Item>(items: readonly Item[], turn: number): Item[] =>
  items.filter((_, at) => process.env['BATON_FUZZ'] === 'all' || at % 4 === turn % 4)

/** Injected into the page before its own scripts, so that any payload that runs is counted. */
const watch = `window.alert = window.confirm = window.prompt = () => void (window.ran = (window.ran ?? 0) + 1)`

/** Dispatches events that would wait for a person on every element, and counts script URLs and event handler attributes as having run. */
const provoke = `(async () => {
  for (const element of document.querySelectorAll('*'))
    for (const kind of ['mouseover', 'pointerenter', 'focus', 'toggle', 'animationstart', 'error', 'load'])
      element.dispatchEvent(new Event(kind, { bubbles: false }))
  const addresses = [...document.querySelectorAll('a, area, form, button, iframe, object, embed, img, use, base, link')].flatMap((element) =>
    ['href', 'action', 'formaction', 'src', 'data', 'xlink:href', 'srcdoc'].map((name) => element.getAttribute(name) ?? ''))
  const runs = addresses.filter((address) => /^[\\s\\x00-\\x1f]*(javascript|vbscript|data):/i.test(address) && !address.startsWith('data:image/png'))
  const handlers = [...document.querySelectorAll('*')].filter((element) => element.getAttributeNames().some((name) => name.startsWith('on')))
  await new Promise((next) => setTimeout(next, 0))
  return (window.ran ?? 0) + runs.length + handlers.length
})()`

/** Without the CSP that would block scripts anyway: the page itself must not contain any. */
async function browse(): Promise<BrowserContext> {
  const context = await dashboard.browser.newContext({ baseURL: dashboard.origin, bypassCSP: true })
  await context.addInitScript(watch)
  return context
}

async function ranOn(page: Page, path: string): Promise<number> {
  const answer = await page.goto(path, { waitUntil: 'load' })
  expect(answer?.status(), path).toBe(200)
  return (await page.evaluate(provoke)) as number
}

/** Four tabs in parallel; each page is loaded as for a reader. */
async function openAll(paths: readonly string[]): Promise<string[]> {
  const context = await browse()
  const waiting = [...paths]
  const ran: string[] = []
  const work = async () => {
    const page = await context.newPage()
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) if ((await ranOn(page, path)) > 0) ran.push(path)
  }
  await Promise.all([work(), work(), work(), work()])
  await context.close()
  return ran
}

test('the corpus is two hundred texts, and most of them run where nobody is careful', { timeout: 300_000 }, async () => {
  expect(payloads.length).toBe(200)
  const context = await browse()
  const page = await context.newPage()
  let ran = 0
  for (const payload of payloads) {
    await page.goto('/robots.txt')
    await page.evaluate(`document.open(); document.write(${JSON.stringify(`<!doctype html><body>${payload}`)}); document.close()`)
    await page.waitForTimeout(20)
    if (Number(await page.evaluate(provoke).catch(() => 1)) > 0) ran++
  }
  await context.close()
  console.log(`control: ${ran} of ${payloads.length} run on a page that shows them as they are`)
  expect(ran).toBeGreaterThan(100)
})

test('in every field of every public page none of them runs', { timeout: 900_000 }, async () => {
  const { look } = dashboard.baton
  // The pages read only snapshots: every field of every kind gets a payload, even where an operation would have refused it.
  await ada.createOrganization('xss')
  await look(
    `insert into published (kind, slug, org_id, item_id, fields, body, published_at, updated_at, project_id)
     select kind, case kind when 'project' then 'xss/' else '' end || 'x-' || n, case when kind in ('post', 'page') then null else o.id end, gen_random_uuid(),
       jsonb_build_object('name', text, 'title', text, 'slug', 'x-' || n, 'description', text, 'content', text, 'tags', jsonb_build_array(text),
         'author', jsonb_build_object('id', gen_random_uuid(), 'name', text, 'handle', text), 'category', jsonb_build_object('slug', 'x', 'name', text),
         'handle', text, 'location', text, 'url', text, 'avatar', null, 'cover', null, 'parts', '["progress", "roadmap", "docs"]'::jsonb,
         'progress', jsonb_build_object('backlog', 1, 'todo', 0, 'in_progress', 0, 'in_review', 0, 'complete', 0, 'cancelled', 0),
         'roadmap', jsonb_build_array(jsonb_build_object('title', text, 'status', text, 'due_on', null, 'tasks', '{"total": 1, "complete": 0}'::jsonb))),
       text, now(), now() + n * interval '1 second', null
     from unnest($1::text[]) with ordinality t (text, n), unnest(array['post', 'page', 'profile', 'project', 'note']) kind, organizations o where o.handle = 'xss'`,
    [payloads.map((payload) => payload.replaceAll('\u0001', ''))],
  )
  // The docs of each project are the note with the same payload.
  await look(`update published n set project_id = p.item_id from published p
    where n.kind = 'note' and p.kind = 'project' and p.slug = 'xss/' || n.slug and p.org_id = n.org_id`)
  const places = (turn: number, path: (n: number) => string) =>
    someOf(
      payloads.map((_, at) => path(at + 1)),
      turn,
    )
  const searches = someOf(payloads, 1).map((payload) => `/p/search?q=${encodeURIComponent(payload.slice(0, 200))}`)
  const paths = [
    ...places(0, (n) => `/blog/x-${n}`),
    ...places(1, (n) => `/p/pages/x-${n}`),
    ...places(2, (n) => `/p/notes/x-${n}`),
    ...places(3, (n) => `/u/x-${n}`),
    ...places(4, (n) => `/p/projects/xss/x-${n}`),
    ...searches,
    '/p/search?q=alert',
  ]
  const lists: string[] = []
  for (let cursor: string | null = ''; cursor !== null && lists.length < 20;) {
    const place: string = cursor && `cursor=${encodeURIComponent(cursor)}`
    lists.push(`/blog?${place}`)
    const answer = await fetch(`${dashboard.origin}/api/public/posts?limit=20&${place}`)
    const { next_cursor } = (await answer.json()) as { next_cursor: string | null }
    cursor = next_cursor
  }
  expect(lists.length).toBeGreaterThan(9)
  const ran = await openAll([...paths, ...lists])
  console.log(`${payloads.length} payloads in every field, ${paths.length + lists.length} public pages opened: ${ran.length} ran`)
  expect(ran).toEqual([])
})

test('previews, feeds and the instance’s own words neither', { timeout: 600_000 }, async () => {
  const ids: string[] = []
  for (const payload of someOf(payloads, 2)) {
    const line = payload.replaceAll(/[\n\t\u0001]/g, ' ')
    const post = await ada.api.createPost({ title: line.slice(0, 300), summary: line, body: payload.replaceAll('\u0001', '') })
    const { url } = await ada.api.createPreviewLink({ id: post.id })
    ids.push(new URL(url).pathname)
  }
  const ran = await openAll(ids)
  const page = await (await browse()).newPage()
  for (const payload of payloads.slice(0, 20)) {
    const words = payload.replaceAll('\u0001', '')
    await ada.api.updateSetting({ key: 'general', value: { name: words.slice(0, 60), description: words.slice(0, 300) } })
    for (const path of ['/blog', '/docs/mcp', '/blog/feed.xml', '/llms.txt', '/sitemap.xml'])
      if ((await ranOn(page, path)) > 0) ran.push(`${path} ${payload}`)
  }
  await page.context().close()
  await ada.api.updateSetting({ key: 'general', value: { name: 'Baton', description: '' } })
  expect(ran).toEqual([])
})

test('in the dashboard’s lists and in the editor’s preview none of them runs', { timeout: 600_000 }, async () => {
  await ada.logInAgain()
  for (const payload of payloads.slice(0, 50)) {
    const line = payload.replaceAll(/[\n\t\u0001]/g, ' ').slice(0, 120)
    await ada.api.createPost({ title: line, summary: line })
    await ada.api.createCategory({ name: line, description: line })
  }
  const context = await browse()
  const login = await fetch(`${dashboard.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ada.user.email, password: ada.password }),
  })
  const { refresh_token } = (await login.json()) as { refresh_token: string }
  await context.addCookies([{ name: 'baton_refresh', value: refresh_token, domain: 'localhost', path: '/api/auth', httpOnly: true }])
  await context.addInitScript("if (location.protocol !== 'about:') localStorage.setItem('baton.session', 'open')")
  const page = await context.newPage()
  await page.goto(`/${ada.user.handle}/admin/posts`)
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  expect(Number(await page.evaluate(provoke))).toBe(0)
  await page.goto(`/${ada.user.handle}/admin/categories`)
  await page.getByRole('list', { name: 'Categories' }).waitFor()
  expect(Number(await page.evaluate(provoke))).toBe(0)
  await page.goto(`/${ada.user.handle}/admin/posts/new`)
  const failures: string[] = []
  for (const payload of payloads) {
    await page.getByRole('radio', { name: 'Write' }).click()
    await page.getByRole('textbox', { name: 'Text' }).fill(`before\n\n${payload}\n\nafter`)
    await page.getByRole('radio', { name: 'Preview' }).click()
    await page.getByText('before').first().waitFor()
    if (Number(await page.evaluate(provoke)) > 0) failures.push(payload)
  }
  console.log(`${payloads.length} payloads in the editor’s preview: ${failures.length} ran`)
  expect(failures).toEqual([])
  await context.close()
})
