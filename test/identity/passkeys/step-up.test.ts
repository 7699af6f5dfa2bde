import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { mailedSecret } from '../../harness/mailed-secret.ts'
import type { Person } from '../../harness/person.ts'
import { AuthenticatorApp, logIn } from './authenticator-app.ts'
import { addPasskey, originOf, proofOf } from './passkey-owner.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

const needsPerson = (person: Person) => person.call('POST', '/api/settings/mcp-tokens', { name: 'made by a person' })
const stepUp = (person: Person, proof: unknown) => person.call('POST', '/api/auth/step-up', proof)
const wait = () => baton.clock.advance(11 * 60_000)

/** The login gets too old, the proof makes it recent again, and the same access token keeps working. */
async function makesYoung(person: Person, proof: () => Promise<unknown>): Promise<void> {
  wait()
  expect((await needsPerson(person)).body.code).toBe('needs_person')
  expect((await stepUp(person, await proof())).status).toBe(200)
  expect((await needsPerson(person)).status).toBe(201)
}

test('password, authenticator app and passkey each make a login young again', async () => {
  const ann = await baton.person()
  await makesYoung(ann, async () => ({ password: ann.password }))
  const bob = await baton.person()
  const app = await AuthenticatorApp.add(baton, bob)
  await makesYoung(bob, async () => ({ totp: app.code() }))
  const cid = await baton.person()
  const { authenticator } = await addPasskey(cid, originOf(baton.config.APP_URL))
  await makesYoung(cid, async () => ({ passkey: await proofOf(baton.url, authenticator) }))
})

test('a mailed code does too, once, on an account whose address is proven', async () => {
  const [hal, ida] = [await baton.person(), await baton.person()]
  const mailed = (person: Person) => mailedSecret(baton, 'code', person.user.email)
  expect((await stepUp(hal, { code: await mailed(hal) })).body.code).toBe('invalid')
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = any($1)', [[hal.user.id, ida.user.id]])
  const code = await mailed(hal)
  await makesYoung(hal, async () => ({ code: await mailed(hal) }))
  expect((await stepUp(hal, { code })).body.code).toBe('invalid')
  expect((await stepUp(hal, { code: await mailed(ida) })).body.code).toBe('invalid')
})

test('a wrong, used or another’s proof leaves the login old', async () => {
  const [dan, eve] = [await baton.person(), await baton.person()]
  const app = await AuthenticatorApp.add(baton, dan)
  const { authenticator } = await addPasskey(eve, originOf(baton.config.APP_URL))
  wait()
  const used = app.code()
  expect((await stepUp(dan, { totp: used })).status).toBe(200)
  const wrong = [
    { totp: used },
    { password: eve.password },
    { passkey: await proofOf(baton.url, authenticator) },
    {},
    { totp: app.code(), password: dan.password },
  ]
  for (const proof of wrong) expect((await stepUp(dan, proof)).body.code).toBe('invalid')
})

test('the sixth wrong proof within half an hour is not looked at, and neither are parallel ones', async () => {
  const fay = await baton.person()
  const answers = await Promise.all(Array.from({ length: 20 }, () => stepUp(fay, { password: 'wrong' })))
  const codes = answers.map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'invalid')).toHaveLength(5)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(15)
  expect((await stepUp(fay, { password: fay.password })).body.code).toBe('rate_limited')
})

test('stepping up makes no other session of the user young', async () => {
  const gus = await baton.person()
  const { body } = await logIn(gus)
  wait()
  const other = Object.assign(gus.in(gus.user.personal_organization_id), { token: body.token })
  expect((await stepUp(gus, { password: gus.password })).status).toBe(200)
  expect((await needsPerson(other)).body.code).toBe('needs_person')
})
