import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person, send, type Answer } from '../harness/person.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) => send(baton.url, 'POST', path, body, headers)
const request = async (client = 'baton command line') =>
  (await post('/api/auth/device/request', { client }, { 'user-agent': 'baton-cli/1.0' })).body
const poll = (device_code: string): Promise<Answer> => post('/api/auth/device/poll', { device_code })
const codeOf = async (device_code: string): Promise<string> => (await poll(device_code)).body.code

test('a device shows a code, a person sees what asks and approves, the device gets a session of its own kind', async () => {
  const ann = await baton.person('ann')
  const asked = await request()
  expect(asked).toMatchObject({ expires_in: 600, interval: 5, verification_uri: `${baton.config.APP_URL}/device` })
  expect(asked.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(await codeOf(asked.device_code)).toBe('authorization_pending')
  const shown = await ann.do('GET', `/api/auth/device/${asked.user_code}`)
  expect(shown).toMatchObject({ client: 'baton command line', address: '127.0.0.1', device: 'baton-cli/1.0' })
  await ann.do('POST', '/api/auth/device/approve', { user_code: asked.user_code.replace('-', '').toLowerCase() })
  const login = await poll(asked.device_code)
  expect(login.status).toBe(200)
  const device = new Person(baton.url, login.body, '')
  expect((await device.do('GET', '/api/auth/me')).id).toBe(ann.user.id)
  const { items } = await ann.do('GET', '/api/settings/sessions')
  expect(items[0]).toMatchObject({ id: login.body.session_id, kind: 'device', method: 'device', device: expect.any(String) })
})

test('a device is never a person: it neither makes credentials nor approves other devices', async () => {
  const asked = await request()
  await (await baton.person()).do('POST', '/api/auth/device/approve', { user_code: asked.user_code })
  const device = new Person(baton.url, (await poll(asked.device_code)).body, '')
  expect((await device.call('POST', '/api/settings/api-keys', { name: 'k' })).body.code).toBe('needs_person')
  const other = await request()
  expect((await device.call('POST', '/api/auth/device/approve', { user_code: other.user_code })).body.code).toBe('needs_person')
  const refreshed = await post('/api/auth/refresh', { refresh_token: device.refreshToken })
  device.token = refreshed.body.token
  expect((await device.call('POST', '/api/settings/api-keys', { name: 'k' })).body.code).toBe('needs_person')
})

test('a device code is good for one session, however many ask at once', async () => {
  const asked = await request()
  const bob = await baton.person('bob')
  await bob.do('POST', '/api/auth/device/approve', { user_code: asked.user_code })
  const answers = await Promise.all(Array.from({ length: 20 }, () => poll(asked.device_code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await codeOf(asked.device_code)).toBe('expired_token')
  expect((await bob.do('GET', '/api/settings/sessions')).items).toHaveLength(2)
})

test('whoever polls too often is told to slow down, more each time', async () => {
  const { device_code } = await request()
  const answers = [await poll(device_code), await poll(device_code), await poll(device_code)]
  expect(answers.map(({ body }) => [body.code, body.interval])).toEqual([
    ['authorization_pending', 5],
    ['slow_down', 10],
    ['slow_down', 15],
  ])
  expect(answers.every(({ status }) => status === 400)).toBe(true)
  baton.clock.advance(15_000)
  expect(await codeOf(device_code)).toBe('authorization_pending')
})

test('a person who did not ask says no, and the device is told', async () => {
  const asked = await request()
  await (await baton.person()).do('POST', '/api/auth/device/deny', { user_code: asked.user_code })
  expect(await codeOf(asked.device_code)).toBe('access_denied')
  expect(await codeOf(asked.device_code)).toBe('expired_token')
})

test('who decides first has decided', async () => {
  const asked = await request()
  const people = await Promise.all(Array.from({ length: 5 }, () => baton.person()))
  const answers = await Promise.all(people.map((person) => person.call('POST', '/api/auth/device/approve', { user_code: asked.user_code })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404])
  const winner = people[answers.findIndex(({ status }) => status === 200)]
  expect((await poll(asked.device_code)).body.user.id).toBe(winner?.user.id)
  expect((await winner?.call('GET', `/api/auth/device/${asked.user_code}`))?.status).toBe(404)
})

test('neither code stands in the database, and an unknown one says nothing', async () => {
  const asked = await request()
  const rows = await baton.look<{ row: string }>('select d::text as row from auth.device_logins d')
  const text = rows.map(({ row }) => row).join()
  expect(text).not.toContain(asked.device_code)
  expect(text).not.toContain(asked.user_code)
  expect(text).not.toContain(asked.user_code.replace('-', ''))
  expect(await codeOf('x'.repeat(43))).toBe('expired_token')
})

test('ten wrong codes, and the right one has to wait', async () => {
  const eve = await baton.person('eve')
  const guess = (user_code: string) => eve.call('POST', '/api/auth/device/approve', { user_code })
  const answers = await Promise.all(Array.from({ length: 30 }, () => guess('BBBB-BBBB')))
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(10)
  expect((await guess((await request()).user_code)).status).toBe(429)
})

test('approved by a user who is suspended before the device asks: refused', async () => {
  const asked = await request()
  const dan = await baton.person('dan')
  await dan.do('POST', '/api/auth/device/approve', { user_code: asked.user_code })
  await (await baton.administrator()).do('PATCH', `/api/admin/users/${dan.user.id}/suspend`)
  expect(await codeOf(asked.device_code)).toBe('access_denied')
})

test('after ten minutes both codes are dead', async () => {
  const [pending, approved] = [await request(), await request()]
  const fay = await baton.person('fay')
  await fay.do('POST', '/api/auth/device/approve', { user_code: approved.user_code })
  baton.clock.advance(10 * 60_000 + 1000)
  const late = await baton.person()
  expect((await late.call('POST', '/api/auth/device/approve', { user_code: pending.user_code })).status).toBe(404)
  expect([await codeOf(pending.device_code), await codeOf(approved.device_code)]).toEqual(['expired_token', 'expired_token'])
})
