import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretIn } from '../../../test/mail-server.ts'
import { mailedSecret } from '../../../test/mailed-secret.ts'
import { send } from '../../../test/person.ts'
import { minutes, startBatonWithMail } from '../../../test/with-mail.ts'

let started: Awaited<ReturnType<typeof startBatonWithMail>>
beforeAll(async () => void (started = await startBatonWithMail()))
afterAll(() => started.close())

const post = (path: string, body: unknown) => send(started.baton.url, 'POST', path, body)
const reset = (token: string, password = 'another long password') => post('/api/auth/reset-password', { token, password })
const login = (email: string, password: string) => post('/api/auth/login', { email, password })

test('the mailed link sets a new password once, ends every session and spends what else was mailed', async () => {
  const { baton, mails } = started
  const ann = await baton.person('ann')
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [ann.user.id])
  await post('/api/auth/forgot-password', { email: ann.user.email })
  const token = secretIn(await mails.next(ann.user.email, 'new password'))
  const second = await mailedSecret(baton, 'reset', ann.user.email)
  const code = await mailedSecret(baton, 'code', ann.user.email)
  expect((await reset(token, 'short')).status).toBe(400)
  expect((await reset(token)).body).toEqual({ email: ann.user.email, sessions_ended: true })
  expect((await ann.call('GET', '/api/auth/me')).status).toBe(401)
  expect((await post('/api/auth/refresh', { refresh_token: ann.refreshToken })).status).toBe(401)
  expect((await login(ann.user.email, ann.password)).status).toBe(401)
  expect((await login(ann.user.email, 'another long password')).status).toBe(200)
  for (const used of [token, second]) expect((await reset(used)).status).toBe(401)
  expect((await post('/api/auth/otp/verify', { email: ann.user.email, code })).status).toBe(401)
})

test('ten parallel resets with one link set one password; a link of half an hour ago is refused', async () => {
  const { baton } = started
  const bob = await baton.person('bob')
  const token = await mailedSecret(baton, 'reset', bob.user.email)
  const passwords = Array.from({ length: 10 }, (_, place) => `long password number ${place}`)
  const answers = await Promise.all(passwords.map((password) => reset(token, password)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const late = await mailedSecret(baton, 'reset', bob.user.email)
  baton.clock.advance(minutes(31))
  expect((await reset(late)).status).toBe(401)
})
