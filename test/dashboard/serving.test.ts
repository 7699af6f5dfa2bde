import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton?.close())

const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(baton.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })

test('every address a person can open answers the page, which is never kept without asking', async () => {
  for (const path of ['/', '/northwind/inbox', '/northwind/p/platform/board?peek=BAT-1', '/onboarding']) {
    const response = await page(path)
    expect(response.status, path).toBe(200)
    expect(response.headers.get('content-type'), path).toContain('text/html')
    expect(response.headers.get('cache-control'), path).toBe('no-cache')
  }
})

test('the page runs no inline script and loads nothing from elsewhere', async () => {
  const response = await page('/')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
  const html = await response.text()
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
  for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\//)
})

test('a file of the build is kept for a year, packed, and one that is not there is a problem', async () => {
  const html = await (await page('/')).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const response = await page(script, { 'accept-encoding': 'gzip' })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect((await page('/assets/nothing.js')).status).toBe(404)
  expect((await page('/assets/..%2findex.html')).status).toBe(404)
})

test('addresses of machines never answer the page, and programs get a problem', async () => {
  for (const path of ['/api/nothing', '/mcp/nothing', '/oauth/nothing', '/files/nothing', '/.well-known/nothing', '/pages/nothing']) {
    const response = await page(path)
    expect(response.headers.get('content-type'), path).not.toContain('text/html')
    expect(response.status, path).toBeGreaterThanOrEqual(400)
  }
  const program = await fetch(`${baton.url}/northwind/inbox`, { headers: { accept: 'application/json' } })
  expect([program.status, program.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
})

test('pages and their files are never rate-limited, whoever shares the address; paths that are not there are', async () => {
  const limited = await startBaton({ ANONYMOUS_PER_MINUTE: '3' })
  const statusOf = async (path: string) => (await fetch(limited.url + path, { headers: { accept: 'text/html' } })).status
  const many = (path: string) => Promise.all(Array.from({ length: 10 }, () => statusOf(path)))
  expect(await many('/api/nothing')).toContain(429)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(`${limited.url}/`)).text())?.[1] ?? ''
  for (const path of ['/', '/northwind/agents/live', '/northwind/p/platform/board', script]) {
    expect(new Set(await many(path)), path).toEqual(new Set([200]))
  }
  await limited.close()
})
