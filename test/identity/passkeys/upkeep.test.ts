import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { runWhole } from '../../memory/worker-runs.ts'
import { send } from '../../harness/person.ts'
import { AuthenticatorApp, halfLogin, prove } from './authenticator-app.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

const forget = () => runWhole(baton, 'purge', { tables: ['pending_logins', 'passkey_challenges'] })

test('challenges and half logins are forgotten once they have expired, and not before', async () => {
  const ann = await baton.person()
  const app = await AuthenticatorApp.add(baton, ann)
  await send(baton.url, 'POST', '/api/auth/passkey/authenticate/begin', {})
  await ann.do('POST', '/api/auth/passkey/register/begin', {})
  await halfLogin(ann)
  expect(await forget()).toBe(0)
  baton.clock.advance(5 * 60_000 + 1000)
  const open = await halfLogin(ann)
  expect(await forget()).toBe(3)
  expect((await prove(baton.url, open, { totp: app.code() })).status).toBe(200)
})
