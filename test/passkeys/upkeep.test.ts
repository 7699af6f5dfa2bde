import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { nobody } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { startBaton, type Baton } from '../harness.ts'
import { send } from '../person.ts'
import { AuthenticatorApp, halfLogin, prove } from './authenticator-app.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

const forget = () =>
  execute(
    baton.node.assembly.kernel,
    operations.get('forgetPendingLogins') as Operation,
    { ...nobody, credential: { kind: 'system', id: null } },
    {},
    { door: 'test' },
  )

test('challenges and half logins are forgotten once they have expired, and not before', async () => {
  const ann = await baton.person()
  const app = await AuthenticatorApp.add(baton, ann)
  await send(baton.url, 'POST', '/api/auth/passkey/authenticate/begin', {})
  await ann.do('POST', '/api/auth/passkey/register/begin', {})
  await halfLogin(ann)
  expect(await forget()).toEqual({ removed: 0 })
  baton.clock.advance(5 * 60_000 + 1000)
  const open = await halfLogin(ann)
  expect(await forget()).toEqual({ removed: 3 })
  expect((await prove(baton.url, open, { totp: app.code() })).status).toBe(200)
})
