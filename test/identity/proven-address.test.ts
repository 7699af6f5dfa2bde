import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { mailedSecret } from '../harness/mailed-secret.ts'
import { send } from '../harness/person.ts'
import { refusal } from '../websocket/live-client.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

test('whoever proves the address is rid of the keys, tickets, sessions and approved devices of whoever opened the account', async () => {
  const squatter = await baton.person()
  const { email } = squatter.user
  const { key } = await squatter.do('POST', '/api/settings/api-keys', { name: 'trap' })
  const trial = await squatter.do('POST', '/api/settings/mcp-tokens', { name: 'trap', mode: 'test' })
  const { ticket } = await squatter.do('POST', '/api/auth/ws-ticket')
  const [polled, waiting] = await Promise.all([1, 2].map(() => squatter.do('POST', '/api/auth/device/request', {})))
  for (const { user_code } of [polled, waiting]) await squatter.do('POST', '/api/auth/device/approve', { user_code })
  const poll = (device_code: string) => send(baton.url, 'POST', '/api/auth/device/poll', { device_code })
  const device = (await poll(polled.device_code)).body
  const login = await send(baton.url, 'POST', '/api/auth/otp/verify', { email, code: await mailedSecret(baton, 'code', email) })
  expect(login.body.user.id).toBe(squatter.user.id)
  const status = async (token: string) =>
    (await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })).status
  expect(await status(login.body.token)).toBe(200)
  expect([await status(key), await status(squatter.token), await status(device.token)]).toEqual([401, 401, 401])
  expect((await send(baton.url, 'POST', '/mcp', {}, { authorization: `Bearer ${trial.token}` })).status).toBe(401)
  expect((await refusal(baton.url, { token: ticket })).status).toBe(401)
  expect((await send(baton.url, 'POST', '/api/auth/refresh', { refresh_token: device.refresh_token })).status).toBe(401)
  expect((await poll(waiting.device_code)).body.code).toBe('expired_token')
})
