import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../../looping/mcp-client.ts'
import { secretIn } from '../../harness/mail-server.ts'
import { mailedSecret } from '../../harness/mailed-secret.ts'
import { send } from '../../harness/person.ts'
import { minutes, startBatonWithMail } from '../../harness/with-mail.ts'
import { newId } from '../../../src/platform/ids.ts'

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
  const token = secretIn(await mails.next(ann.user.email, 'Reset your Baton password'))
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

test('a reset ends API keys, MCP tokens and OAuth clients too: whoever had the password may have made them', async () => {
  const { baton } = started
  const cid = await baton.person()
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [cid.user.id])
  const { key } = await cid.do('POST', '/api/settings/api-keys', { name: 'key' })
  const { token } = await cid.mcpToken()
  const grant = newId()
  await baton.look(
    `insert into auth.oauth_grants (id, user_id, org_id, client_id, client_name, redirect_host, resource, scopes, created_at, expires_at)
      values ($1, $2, $3, 'client', 'Client', 'app.example', 'mcp', '{}', now(), now() + interval '1 day')`,
    [grant, cid.user.id, cid.user.personal_organization_id],
  )
  const byKey = async () => (await send(baton.url, 'GET', '/api/projects', undefined, { authorization: `Bearer ${key}` })).status
  const byToken = async () => (await callTool(baton.url, token, 'list_projects', {})).status
  expect([await byKey(), await byToken()]).toEqual([200, 200])
  expect((await reset(await mailedSecret(baton, 'reset', cid.user.email))).status).toBe(200)
  expect([await byKey(), await byToken()]).toEqual([401, 401])
  expect(await baton.look('select revoked_at is null as lives from auth.oauth_grants where id = $1', [grant])).toEqual([{ lives: false }])
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
