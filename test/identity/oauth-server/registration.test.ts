import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Baton } from '../../harness/baton.ts'
import { send } from '../../harness/person.ts'
import { startBatonAtItsAddress } from './baton-at.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBatonAtItsAddress()))
afterAll(() => baton.close())

const register = (body: unknown) => send(baton.url, 'POST', '/oauth/register', body)
const redirect_uris = ['https://app.example/callback']
/** As deep as JSON may be nested here at all. */
const nested = '['.repeat(95) + ']'.repeat(95)
const registerText = async (fields: string): Promise<number> =>
  (
    await fetch(`${baton.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"redirect_uris":["https://app.example/callback"],${fields}}`,
    })
  ).status

test.each([
  'https://app.example/callback',
  'http://127.0.0.1:4711/callback',
  'http://localhost/callback',
  'http://[::1]:9/callback',
  'com.example.app:/callback',
  'com.example.app://callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
])('a code may be sent to %s', async (uri) => {
  expect((await register({ redirect_uris: [uri] })).status).toBe(201)
})

test.each([
  'chrome://settings',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  ' https://evil.example',
  'http:localhost',
  'http://evil.example/',
  'intent://x',
  'ms-msdt:/id',
  'myapp://callback',
  'view-source:https://x',
  'file:///etc/passwd',
  'https://user:pw@evil.example/',
])('no code is sent to %s', async (uri) => {
  const answer = await register({ redirect_uris: [uri] })
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri'])
})

test.each([
  ['software_id', nested],
  ['software_version', `{"a":${nested}}`],
  ['client_name', nested],
  ['client_name', `"${'x'.repeat(5000)}"`],
  ['logo_uri', '"no address"'],
  ['redirect_uris', nested],
])('a registration with an odd %s is refused and never an error of ours', async (field, value) => {
  expect(await registerText(`"${field}":${value}`)).toBe(400)
})

test('what is nested deeper is refused before it is read', async () => {
  expect(await registerText(`"software_id":${'['.repeat(20_000)}${']'.repeat(20_000)}`)).toBe(413)
})

test('what we do not know is not kept', async () => {
  expect(await registerText(`"contacts":${nested}`)).toBe(201)
  const { body } = await register({ redirect_uris, contacts: ['x'], token_endpoint_auth_method: 'client_secret_basic' })
  expect([body.contacts, body.token_endpoint_auth_method]).toEqual([undefined, 'none'])
})
