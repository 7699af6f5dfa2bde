import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { openRoutes } from '../../src/doors/rest/open-routes.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

let baton: Baton
afterEach(() => baton.close())

test('what answers without a credential is limited by address, each of them and generously', async () => {
  baton = await startBaton({ ANONYMOUS_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.1' })
  baton.clock.advance(60_000 - (baton.clock.now().getTime() % 60_000))
  for (const [place, route] of openRoutes.entries()) {
    const path = route.replace(/:\w+/, 'none')
    const visit = async (address: string) =>
      (await fetch(baton.url + path, { headers: { 'x-forwarded-for': address }, redirect: 'manual' })).status
    for (let visits = 0; visits < 20; visits++) await visit(`198.51.100.${place}`)
    expect([route, await visit(`198.51.100.${place}`)]).toEqual([route, 429])
    expect([route, await visit(`203.0.113.${place}`)]).not.toEqual([route, 429])
  }
})

test('the API description is compressed, and not sent again to a client that has it', async () => {
  baton = await startBaton()
  const first = await fetch(`${baton.url}/api/openapi.json`)
  expect(first.headers.get('content-encoding')).toBe('gzip')
  const etag = first.headers.get('etag') ?? ''
  expect(((await first.json()) as { openapi: string }).openapi).toBe('3.1.0')
  const again = await fetch(`${baton.url}/api/openapi.json`, { headers: { 'if-none-match': `"other", ${etag}` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await fetch(`${baton.url}/api/openapi.json`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

test('/metrics answers no page that calls this machine by a foreign name, and nobody behind a proxy beside us', async () => {
  baton = await startBaton()
  const ask = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${baton.url}/metrics`, { headers }, (answer) => resolve(answer.resume().statusCode))
      asked.on('error', reject).end()
    })
  expect(await ask({ host: 'rebind.evil.example' })).toBe(404)
  expect(await ask({ host: 'localhost.evil.example' })).toBe(404)
  expect(await ask({ via: '1.1 proxy' })).toBe(404)
  expect(await ask({ 'x-real-ip': '203.0.113.9' })).toBe(404)
  expect(await ask({ host: 'localhost:4000' })).toBe(200)
  expect((await send(baton.url, 'GET', '/metrics')).status).toBe(200)
})
