import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { mailedSecret } from '../harness/mailed-secret.ts'
import { send, type Person } from '../harness/person.ts'
import { minutes } from '../harness/with-mail.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton({ TRUSTED_PROXIES: '127.0.0.1', MAIL_URL: 'smtp://127.0.0.1:9' })))
afterAll(() => baton.close())

let strangers = 0
const somewhere = () => `198.51.${100 + Math.floor(++strangers / 250)}.${1 + (strangers % 250)}`
const from = (address: string, path: string, body: unknown, device?: string) =>
  send(baton.url, 'POST', path, body, { 'x-forwarded-for': address, ...(device && { 'baton-device': device }) })

/** A person with a verified address, and the token that identifies their device. */
async function owner(): Promise<{ person: Person; device: string }> {
  const person = await baton.person()
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [person.user.id])
  const { body } = await send(baton.url, 'POST', '/api/auth/login', { email: person.user.email, password: person.password })
  return { person, device: body.device_token }
}

const mails = { code: '/api/auth/otp/send', link: '/api/auth/magic-link/send', reset: '/api/auth/forgot-password' }

test('strangers who guess and ask for mails shut nobody out of password, code, link and reset on a known device', async () => {
  const { person, device } = await owner()
  const { email } = person.user
  for (let round = 0; round < 25; round++) {
    await from(somewhere(), '/api/auth/login', { email, password: 'wrong' })
    for (const path of Object.values(mails)) await from(somewhere(), path, { email })
  }
  const login = (given?: string) => from('203.0.113.99', '/api/auth/login', { email, password: person.password }, given)
  expect((await login()).status).toBe(429)
  expect((await login(device)).status).toBe(200)
  for (const path of Object.values(mails)) {
    expect((await from('203.0.113.99', path, { email })).status, path).toBe(429)
    expect((await from('203.0.113.99', path, { email }, device)).status, path).toBe(200)
  }
})

test('one stranger’s requests for mails leave the owner theirs, on whatever device', async () => {
  const { person } = await owner()
  const { email } = person.user
  const stranger = somewhere()
  for (let hour = 0; hour < 6; hour++) {
    for (const path of Object.values(mails)) await from(stranger, path, { email })
    baton.clock.advance(minutes(2))
  }
  for (const path of Object.values(mails)) {
    expect((await from(stranger, path, { email })).status, path).toBe(429)
    expect((await from(somewhere(), path, { email })).status, path).toBe(200)
  }
})

test('a stranger who guesses at a code leaves a known device its own tries', async () => {
  const { person, device } = await owner()
  const { email } = person.user
  const code = await mailedSecret(baton, 'code', email)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 7; tries++) await from(somewhere(), '/api/auth/otp/verify', { email, code: wrong })
  expect((await from(somewhere(), '/api/auth/otp/verify', { email, code })).status).toBe(401)
  expect((await from(somewhere(), '/api/auth/otp/verify', { email, code }, device)).status).toBe(200)
})

test('a known device has five tries too, and is known at its own account alone', async () => {
  const [one, other] = [await owner(), await owner()]
  const guess = (person: Person, password: string) =>
    from(somewhere(), '/api/auth/login', { email: person.user.email, password }, one.device)
  for (let tries = 0; tries < 5; tries++) expect((await guess(one.person, 'wrong')).status).toBe(401)
  expect((await guess(one.person, one.person.password)).status).toBe(429)
  // Its failures don't count against the account: another device isn't slowed down by them.
  expect((await from(somewhere(), '/api/auth/login', { email: one.person.user.email, password: one.person.password })).status).toBe(200)
  for (let tries = 0; tries < 5; tries++) await from(somewhere(), '/api/auth/login', { email: other.person.user.email, password: 'wrong' })
  expect((await guess(other.person, other.person.password)).status).toBe(429)
})

test('a device is not known by a forged token, a refresh token, or a login that was ended for distrust', async () => {
  const { person, device } = await owner()
  const { email } = person.user
  for (let tries = 0; tries < 5; tries++) await from(somewhere(), '/api/auth/login', { email, password: 'wrong' })
  const login = (given: string) => from(somewhere(), '/api/auth/login', { email, password: person.password }, given)
  const forged = Buffer.from(device, 'base64url')
  forged.writeUInt8(forged.readUInt8(40) ^ 1, 40)
  for (const given of [forged.toString('base64url'), person.refreshToken]) expect((await login(given)).status).toBe(429)
  await baton.look("update auth.sessions set ended_at = now(), ended_why = 'refresh_reused' where user_id = $1", [person.user.id])
  expect((await login(device)).status).toBe(429)
  await baton.look("update auth.sessions set ended_why = 'logout' where user_id = $1", [person.user.id])
  expect((await login(device)).status).toBe(200)
})

test('a browser is known by a cookie that stays when it logs out', async () => {
  const { person } = await owner()
  const body = { email: person.user.email, password: person.password }
  const answer = await send(baton.url, 'POST', '/api/auth/login', body, {
    'baton-session': 'cookie',
    origin: new URL(baton.config.APP_URL).origin,
  })
  expect(answer.body).not.toHaveProperty('device_token')
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('baton_device='))
  expect(cookie).toMatch(/^baton_device=[\w-]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/)
  for (let tries = 0; tries < 5; tries++) await from(somewhere(), '/api/auth/login', { ...body, password: 'wrong' })
  expect((await send(baton.url, 'POST', '/api/auth/login', body)).status).toBe(429)
  expect((await send(baton.url, 'POST', '/api/auth/login', body, { cookie: cookie?.split(';')[0] ?? '' })).status).toBe(200)
})

test('forty parallel guesses from one known device are looked at five times', async () => {
  const { person, device } = await owner()
  const guesses = Array.from({ length: 40 }, () =>
    from(somewhere(), '/api/auth/login', { email: person.user.email, password: 'wrong' }, device),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
})
