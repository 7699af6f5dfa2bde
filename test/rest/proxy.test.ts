import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

let unaware: Baton
let aware: Baton

beforeAll(async () => {
  unaware = await startBaton()
  aware = await startBaton({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => Promise.all([unaware.close(), aware.close()]))

const metrics = async (baton: Baton, headers: Record<string, string> = {}) =>
  (await send(baton.url, 'GET', '/metrics', undefined, headers)).status

const marks = ['x-forwarded-for', 'x-real-ip', 'x-forwarded-host', 'forwarded', 'via']

test.each(marks)('what a proxy on this machine passes on (%s) is not taken for this machine, so /metrics stays closed', async (name) => {
  for (const baton of [unaware, aware]) {
    expect(await metrics(baton, { [name]: '203.0.113.9' })).toBe(404)
    expect(await metrics(baton, { [name]: '127.0.0.1' })).toBe(404)
    expect(await metrics(baton)).toBe(200)
  }
})

test('a page whose name merely points to this machine does not read /metrics', async () => {
  const status = await new Promise((resolve, reject) =>
    request(`${unaware.url}/metrics`, { headers: { host: 'evil.example' } }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(),
  )
  expect(status).toBe(404)
})

test('a proxy that TRUSTED_PROXIES does not name is named in /health once it was seen', async () => {
  const fresh = await startBaton()
  expect((await send(fresh.url, 'GET', '/health')).body).not.toHaveProperty('proxy')
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  expect((await send(fresh.url, 'GET', '/health', undefined, forwarded)).body.proxy).toContain('set TRUSTED_PROXIES')
  expect((await send(fresh.url, 'GET', '/health')).body.proxy).toContain('set TRUSTED_PROXIES')
  expect((await send(aware.url, 'GET', '/health', undefined, forwarded)).body).not.toHaveProperty('proxy')
  await fresh.close()
})
