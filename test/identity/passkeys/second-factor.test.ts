import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send, type Answer } from '../../harness/person.ts'
import { AuthenticatorApp, halfLogin, logIn, prove } from './authenticator-app.ts'
import { addPasskey, loginWith, originOf, proofOf } from './passkey-owner.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

const wins = (answers: Answer[]): number => answers.filter(({ status }) => status === 200).length

test('with an authenticator app, a right password gives no session but a question', async () => {
  const ann = await baton.person()
  const app = await AuthenticatorApp.add(baton, ann)
  const { status, body } = await logIn(ann)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['second_factor'])
  expect(body.second_factor.methods).toEqual(['totp', 'recovery_code'])
  const login = await prove(baton.url, body.second_factor.token, { totp: app.nextCode() })
  expect(login.body.user.id).toBe(ann.user.id)
  const [session] = await baton.look<{ method: string }>(
    'select method from auth.sessions where user_id = $1 order by created_at desc limit 1',
    [ann.user.id],
  )
  expect(session?.method).toBe('password+totp')
})

test('the question’s token is no credential of any kind', async () => {
  const bob = await baton.person()
  await AuthenticatorApp.add(baton, bob)
  const token = await halfLogin(bob)
  expect((await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })).status).toBe(401)
  expect((await send(baton.url, 'POST', '/api/auth/refresh', { refresh_token: token })).status).toBe(401)
})

test('a code holds once: not twice, not in eight logins at once, not after it turned the app on', async () => {
  const cid = await baton.person()
  const app = await AuthenticatorApp.add(baton, cid)
  expect((await prove(baton.url, await halfLogin(cid), { totp: app.firstCode })).status).toBe(401)
  const code = app.nextCode()
  const tokens = await Promise.all(Array.from({ length: 8 }, () => halfLogin(cid)))
  expect(wins(await Promise.all(tokens.map((token) => prove(baton.url, token, { totp: code }))))).toBe(1)
  baton.clock.advance(61 * 60_000)
  expect((await prove(baton.url, await halfLogin(cid), { totp: code })).status).toBe(401)
})

test('a half login is finished once, by one of ten at once', async () => {
  const dan = await baton.person()
  const app = await AuthenticatorApp.add(baton, dan)
  const token = await halfLogin(dan)
  const answers = await Promise.all(app.recoveryCodes.map((recovery_code) => prove(baton.url, token, { recovery_code })))
  expect(wins(answers)).toBe(1)
})

test('a recovery code works once, and of eight parallel uses one wins', async () => {
  const eve = await baton.person()
  const app = await AuthenticatorApp.add(baton, eve)
  const [recovery_code] = app.recoveryCodes
  const tokens = await Promise.all(Array.from({ length: 8 }, () => halfLogin(eve)))
  expect(wins(await Promise.all(tokens.map((token) => prove(baton.url, token, { recovery_code }))))).toBe(1)
  baton.clock.advance(61 * 60_000)
  expect((await prove(baton.url, await halfLogin(eve), { recovery_code })).status).toBe(401)
  expect((await prove(baton.url, await halfLogin(eve), { recovery_code: app.recoveryCodes[1]?.toUpperCase() })).status).toBe(200)
})

test('of a hundred parallel guesses at one half login five are looked at, and then not even the right code', async () => {
  const fay = await baton.person()
  const app = await AuthenticatorApp.add(baton, fay)
  const token = await halfLogin(fay)
  const guesses = await Promise.all(Array.from({ length: 100 }, () => prove(baton.url, token, { totp: app.wrongCode() })))
  expect(wins(guesses)).toBe(0)
  const [row] = await baton.look<{ tries: number }>('select tries from auth.pending_logins where user_id = $1', [fay.user.id])
  expect(row?.tries).toBe(5)
  expect((await prove(baton.url, token, { totp: app.nextCode() })).status).toBe(401)
  const again = await halfLogin(fay)
  expect((await prove(baton.url, again, { totp: app.nextCode() })).status).toBe(200)
})

test('whoever knows the password guesses ten codes an hour, however often they log in', async () => {
  const gus = await baton.person()
  const app = await AuthenticatorApp.add(baton, gus)
  const codes = []
  for (let round = 0; round < 4; round++) {
    const token = await halfLogin(gus)
    for (let guess = 0; guess < 4; guess++) codes.push((await prove(baton.url, token, { totp: app.wrongCode() })).body.code)
  }
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(10)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(6)
})

test('a half login expires after five minutes, and holds for its own user only', async () => {
  const [hal, ida] = [await baton.person(), await baton.person()]
  const apps = [await AuthenticatorApp.add(baton, hal), await AuthenticatorApp.add(baton, ida)] as const
  expect((await prove(baton.url, await halfLogin(hal), { totp: apps[1].nextCode() })).status).toBe(401)
  expect((await prove(baton.url, await halfLogin(hal), { recovery_code: apps[1].recoveryCodes[0] })).status).toBe(401)
  const token = await halfLogin(hal)
  baton.clock.advance(5 * 60_000 + 1000)
  expect((await prove(baton.url, token, { totp: apps[0].nextCode() })).status).toBe(401)
})

test('a passkey may be the second factor, and is two factors by itself', async () => {
  const origin = originOf(baton.config.APP_URL)
  const jon = await baton.person()
  const { authenticator } = await addPasskey(jon, origin, { second_factor: true })
  const other = await addPasskey(await baton.person(), origin)
  const { second_factor } = (await logIn(jon)).body
  expect(second_factor.methods).toEqual(['passkey'])
  expect((await prove(baton.url, second_factor.token, { passkey: await proofOf(baton.url, other.authenticator) })).status).toBe(401)
  expect((await prove(baton.url, second_factor.token, { passkey: await proofOf(baton.url, authenticator) })).status).toBe(200)
  const login = await loginWith(baton.url, await proofOf(baton.url, authenticator))
  expect(login.body.token).toEqual(expect.any(String))
})

test('a passkey that is no second factor leaves other ways in as they were', async () => {
  const kim = await baton.person()
  const { id } = await addPasskey(kim, originOf(baton.config.APP_URL))
  expect((await logIn(kim)).body.token).toEqual(expect.any(String))
  await kim.do('PATCH', `/api/settings/passkeys/${id}`, { second_factor: true })
  expect((await logIn(kim)).body.second_factor.methods).toEqual(['passkey'])
})

test('the app is changed without a moment without one, and turned off', async () => {
  const lea = await baton.person()
  const old = await AuthenticatorApp.add(baton, lea)
  await lea.do('POST', '/api/settings/totp/begin', {})
  expect((await lea.call('POST', '/api/settings/totp/confirm', { code: old.wrongCode() })).body.code).toBe('invalid')
  expect((await prove(baton.url, await halfLogin(lea), { totp: old.nextCode() })).status).toBe(200)
  const app = await AuthenticatorApp.add(baton, lea)
  expect((await prove(baton.url, await halfLogin(lea), { totp: old.nextCode() })).status).toBe(401)
  expect((await prove(baton.url, await halfLogin(lea), { recovery_code: old.recoveryCodes[0] })).status).toBe(401)
  expect((await prove(baton.url, await halfLogin(lea), { totp: app.nextCode() })).status).toBe(200)
  expect(await lea.do('GET', '/api/settings/second-factor')).toEqual({ required: true, totp: true, passkeys: 0, recovery_codes_left: 10 })
  await lea.do('DELETE', '/api/settings/totp')
  expect((await logIn(lea)).body.token).toEqual(expect.any(String))
  expect((await lea.call('DELETE', '/api/settings/totp')).status).toBe(404)
})

test('neither seed nor recovery code stands anywhere in the database', async () => {
  const max = await baton.person()
  const { secret } = await max.do('POST', '/api/settings/totp/begin', {})
  const app = await AuthenticatorApp.add(baton, max)
  const rows = await baton.look<{
    text: string
  }>(`select t::text as text from auth.totp t union all select r::text from auth.recovery_codes r
    union all select p::text from auth.pending_logins p union all select e::text from events e union all select a::text from audit a`)
  const dump = rows.map(({ text }) => text).join('\n')
  const written = [secret, ...app.recoveryCodes].flatMap((one) => [one, one.replaceAll('-', ''), Buffer.from(one).toString('hex')])
  expect(written.filter((one) => dump.includes(one))).toEqual([])
})
