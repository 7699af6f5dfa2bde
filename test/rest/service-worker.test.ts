import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { publicRoutes } from '../../src/doors/rest/public/public-pages.ts'

const code = readFileSync(new URL('../../src/doors/rest/pages/worker.js', import.meta.url), 'utf8')
const origin = 'https://baton.example'

/** The worker with mocks of the browser APIs; `kept` is its cache. */
function start(answer: () => Promise<Response>, put?: () => Promise<void>) {
  const kept = new Map<string, Response>()
  const nameOf = (asked: string | { url: string }) => new URL(typeof asked === 'string' ? asked : asked.url, origin).pathname
  const cache = {
    put: put ?? (async (asked: string, response: Response) => void kept.set(nameOf(asked), response)),
    keys: async () => [...kept.keys()].map((path) => ({ url: `${origin}${path}` })),
    delete: async (asked: { url: string }) => kept.delete(nameOf(asked)),
  }
  const listeners = new Map<string, (event: unknown) => void>()
  const self = { location: { origin }, addEventListener: (type: string, listen: (event: unknown) => void) => listeners.set(type, listen) }
  const caches = { open: async () => cache, match: async (asked: string) => kept.get(nameOf(asked)) }
  runInNewContext(code, { self, caches, fetch: answer, URL })
  /** The worker's response, or undefined if it leaves the request to the browser. */
  const open = async (path: string, mode = 'navigate'): Promise<Response | undefined> => {
    let response: Promise<Response> | undefined
    const later: Promise<unknown>[] = []
    listeners.get('fetch')?.({
      request: { method: 'GET', mode, url: `${origin}${path}` },
      respondWith: (given: Promise<Response>) => (response = given),
      waitUntil: (work: Promise<unknown>) => later.push(work),
    })
    const got = await response
    await Promise.all(later)
    return got
  }
  return { open, kept }
}

const html = (headers: Record<string, string> = {}) =>
  new Response('<!doctype html>', { headers: { 'content-type': 'text/html', ...headers } })
const dashboardPage = async () => html({ 'baton-page': 'dashboard' })
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

test('the dashboard’s page is kept, whatever its address, and opens without a connection', async () => {
  let answer = dashboardPage
  const { open, kept } = start(() => answer())
  await open('/northwind/p/web/board')
  expect([...kept.keys()]).toEqual(['/'])
  answer = offline
  expect(await (await open('/northwind/inbox'))?.text()).toBe('<!doctype html>')
})

test('another page of the server never takes the place of the dashboard’s', async () => {
  const { open, kept } = start(async () => html())
  expect(await open('/unsubscribe/some-token')).toBeDefined()
  expect([...kept.keys()]).toEqual([])
  const pages = publicRoutes.filter((path) => !/\.(txt|xml)$/.test(path)).map((path) => path.replaceAll(/:\w+/g, 'x'))
  for (const path of [...pages, '/api/reference', '/oauth/interaction/x']) expect(await open(path), path).toBeUndefined()
})

test('a full disk keeps neither the page nor its files from opening', async () => {
  const full = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
  const { open } = start(dashboardPage, full)
  expect((await open('/northwind/inbox'))?.ok).toBe(true)
  expect((await open('/assets/index-abc.js', 'no-cors'))?.ok).toBe(true)
})
