import { afterEach, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

let baton: Baton
afterEach(() => baton.close())

/** Limits count by the minute: start a fresh one, so that no test spans two. */
async function start(overrides: Record<string, string>): Promise<void> {
  baton = await startBaton(overrides)
  baton.clock.advance(60_000 - (baton.clock.now().getTime() % 60_000))
}

const visit = async (forwarded?: string): Promise<number> =>
  (await send(baton.url, 'GET', '/api/nothing', undefined, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })).status

test('reads above the limit are refused with 429 and the seconds to wait; writes are counted apart', async () => {
  await start({ READS_PER_MINUTE: '3' })
  const ann = await baton.person('ann')
  for (let read = 0; read < 3; read++) await ann.do('GET', '/api/projects')
  const refused = await ann.call('GET', '/api/projects')
  expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited' })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  await ann.do('POST', '/api/projects', { name: 'Web' })
  baton.clock.advance(wait * 1000)
  await ann.do('GET', '/api/projects')
})

test('one caller’s limit is not another’s', async () => {
  await start({ WRITES_PER_MINUTE: '1' })
  const [ann, bob] = [await baton.person('ann'), await baton.person('bob')]
  await ann.do('POST', '/api/projects', { name: 'Web' })
  expect((await ann.call('POST', '/api/projects', { name: 'Web' })).status).toBe(429)
  await bob.do('POST', '/api/projects', { name: 'Web' })
})

test('a user with many logins has four times a token’s limit', async () => {
  await start({ READS_PER_MINUTE: '1' })
  const ann = await baton.person('ann')
  const statuses: number[] = []
  for (let login = 0; login < 5; login++) {
    const { body } = await send(baton.url, 'POST', '/api/auth/login', { email: ann.user.email, password: ann.password })
    statuses.push((await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${body.token}` })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

test('without a token the address is limited, and guessing tokens is no way around', async () => {
  await start({ ANONYMOUS_PER_MINUTE: '3' })
  expect([await visit(), await visit(), await visit(), await visit()]).toEqual([404, 404, 404, 429])
  expect((await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: 'Bearer guess' })).status).toBe(429)
  expect((await send(baton.url, 'GET', '/api/auth/me')).status).toBe(429)
  expect((await send(baton.url, 'GET', '/health')).status).toBe(200)
})

test('an untrusted caller cannot choose the address it is counted by', async () => {
  await start({ ANONYMOUS_PER_MINUTE: '2' })
  expect([await visit('198.51.100.1'), await visit('198.51.100.2'), await visit('198.51.100.3')]).toEqual([404, 404, 429])
})

test('behind a trusted proxy each client is counted by its own address, IPv6 by its /64', async () => {
  await start({ ANONYMOUS_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.1' })
  expect([await visit('198.51.100.1'), await visit('198.51.100.2'), await visit('203.0.113.9, 198.51.100.1')]).toEqual([404, 404, 429])
  expect([await visit('2001:db8:0:1::1'), await visit('2001:db8:0:1:ffff::2'), await visit('2001:db8:0:2::1')]).toEqual([404, 429, 404])
})
