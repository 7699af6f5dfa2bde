import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Baton } from '../harness/baton.ts'
import { AuthenticatorApp } from './passkeys/authenticator-app.ts'
import { provenPerson } from '../organizations/proven.ts'
import { send, type Person } from '../harness/person.ts'
import { startBatonWithMail } from '../harness/with-mail.ts'

let stage: Awaited<ReturnType<typeof startBatonWithMail>>
let baton: Baton

beforeAll(async () => {
  stage = await startBatonWithMail()
  baton = stage.baton
})
afterAll(() => stage.close())

const exchange = (person: Person, body: object = {}) =>
  send(baton.url, 'POST', '/api/auth/api-key-exchange', { email: person.user.email, password: person.password, name: 'script', ...body })

test('e-mail and password give a key for the personal organization, or for one the user is in', async () => {
  const ann = await provenPerson(baton, 'ann')
  const acme = await ann.createOrganization('acme')
  const own = await exchange(ann)
  expect(own.status).toBe(201)
  expect(own.body.organization_id).toBe(ann.user.personal_organization_id)
  const there = await exchange(ann, { organization: 'acme', scopes: ['project:read'] })
  expect(there.body).toMatchObject({ organization_id: acme.organization, scopes: ['project:read'] })
  const answer = await send(baton.url, 'GET', '/api/projects', undefined, { authorization: `Bearer ${there.body.key}` })
  expect(answer.status).toBe(200)
})

test('another’s organization is refused like one that does not exist', async () => {
  const [bob, eve] = [await provenPerson(baton, 'bob'), await provenPerson(baton, 'eve')]
  await eve.createOrganization('evil')
  const [foreign, missing] = [await exchange(bob, { organization: 'evil' }), await exchange(bob, { organization: 'none' })]
  expect(foreign.status).toBe(404)
  expect(foreign.text.replaceAll('evil', 'X')).toBe(missing.text.replaceAll('none', 'X'))
})

test('a wrong password counts as a failed login, whichever path it was tried on', async () => {
  const cid = await baton.person('cid')
  const answers = await Promise.all(Array.from({ length: 20 }, (_, count) => exchange(cid, { password: `guess ${count}` })))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  expect((await exchange(cid)).status).toBe(429)
  expect((await send(baton.url, 'POST', '/api/auth/login', { email: cid.user.email, password: cid.password })).status).toBe(429)
})

test('a suspended user gets none', async () => {
  const dan = await baton.person('dan')
  await (await baton.administrator()).do('PATCH', `/api/admin/users/${dan.user.id}/suspend`)
  expect((await exchange(dan)).status).toBe(403)
})

test('where the account has a second factor, a password alone gives no key', async () => {
  const fay = await provenPerson(baton, 'fay')
  await AuthenticatorApp.add(baton, fay)
  expect((await exchange(fay)).status).toBe(403)
  expect(await baton.look('select from auth.tokens where user_id = $1', [fay.user.id])).toEqual([])
})

test('the owner of a proven address is told by mail, without the key', async () => {
  const gil = await baton.person('gil')
  const unproven = await exchange(gil)
  expect([unproven.status, unproven.body.reason]).toEqual([403, 'email_unproven'])
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [gil.user.id])
  const { key } = (await exchange(gil)).body
  const mail = await stage.mails.next(gil.user.email, 'new API key')
  expect(mail.text).not.toContain(key.slice(-10))
  const told = (await stage.mails.to(gil.user.email)).filter(({ subject }) => subject.includes('API key'))
  expect(told).toHaveLength(1)
})
