import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { mailedSecret } from '../../harness/mailed-secret.ts'
import { send } from '../../harness/person.ts'
import { AuthenticatorApp, halfLogin, logIn, prove } from './authenticator-app.ts'
import { addPasskey, loginWith, originOf, proofOf } from './passkey-owner.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

test('whoever proves the address of an account that somebody else opened gets it without their passkey, app and codes', async () => {
  const squatter = await baton.person()
  const { authenticator } = await addPasskey(squatter, originOf(baton.config.APP_URL), { second_factor: true })
  const app = await AuthenticatorApp.add(baton, squatter)
  const open = await halfLogin(squatter)
  const { email } = squatter.user
  const login = await send(baton.url, 'POST', '/api/auth/otp/verify', { email, code: await mailedSecret(baton, 'code', email) })
  expect(login.body).toMatchObject({ token: expect.any(String), user: { id: squatter.user.id, email_verified: true } })
  expect((await loginWith(baton.url, await proofOf(baton.url, authenticator))).status).toBe(401)
  expect((await prove(baton.url, open, { totp: app.nextCode() })).status).toBe(401)
  expect((await logIn(squatter)).status).toBe(401)
  expect((await squatter.call('GET', '/api/auth/me')).status).toBe(401)
  const headers = { authorization: `Bearer ${login.body.token}` }
  const factors = await send(baton.url, 'GET', '/api/settings/second-factor', undefined, headers)
  expect(factors.body).toEqual({ required: false, totp: false, passkeys: 0, recovery_codes_left: 0 })
})

test('on a proven address the mailed code is one factor, and the second is still asked for', async () => {
  const owner = await baton.person()
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [owner.user.id])
  const app = await AuthenticatorApp.add(baton, owner)
  const { email } = owner.user
  const answer = await send(baton.url, 'POST', '/api/auth/otp/verify', { email, code: await mailedSecret(baton, 'code', email) })
  expect(Object.keys(answer.body)).toEqual(['second_factor'])
  expect((await prove(baton.url, answer.body.second_factor.token, { totp: app.nextCode() })).body.user.id).toBe(owner.user.id)
})
