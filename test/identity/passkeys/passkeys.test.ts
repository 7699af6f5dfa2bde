import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send, type Person } from '../../harness/person.ts'
import { addPasskey, loginWith, originOf, proofOf } from './passkey-owner.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

let baton: Baton
let origin: string
const proof = (authenticator: SoftwareAuthenticator, twist = {}) => proofOf(baton.url, authenticator, twist)

beforeAll(async () => {
  baton = await startBaton()
  origin = originOf(baton.config.APP_URL)
})
afterAll(() => baton.close())

/** Asks the new session who it belongs to. */
const whoIs = async (token: string) =>
  (await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })).body.id

async function refused(passkey: Awaited<ReturnType<typeof proofOf>>): Promise<void> {
  const answer = await loginWith(baton.url, passkey)
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
}

test('a program without cookies adds a passkey and logs in with nothing else', async () => {
  const ann = await baton.person()
  const { authenticator } = await addPasskey(ann, origin)
  const login = await loginWith(baton.url, await proof(authenticator))
  expect(login.status).toBe(200)
  expect(await whoIs(login.body.token)).toBe(ann.user.id)
  expect(login.headers.get('set-cookie')).toBeNull()
})

test('passkeys are listed, renamed and deleted by their owner; a deleted one opens nothing', async () => {
  const bob = await baton.person()
  const { authenticator, id } = await addPasskey(bob, origin, { name: 'Laptop' })
  await loginWith(baton.url, await proof(authenticator))
  const renamed = await bob.do('PATCH', `/api/settings/passkeys/${id}`, { name: 'Old laptop' })
  const { items } = await bob.do('GET', '/api/settings/passkeys')
  expect(items).toEqual([renamed])
  expect(renamed).toMatchObject({ id, name: 'Old laptop', second_factor: false, last_used_at: expect.any(String) })
  const deleted = await bob.do('DELETE', `/api/settings/passkeys/${id}`)
  expect(deleted.deleted_at).toEqual(expect.any(String))
  await refused(await proof(authenticator))
})

test('nobody has more than ten, however many register at once', async () => {
  const cid = await baton.person()
  const registrations = await Promise.all(
    Array.from({ length: 14 }, async () => {
      const { challenge_id, options } = await cid.do('POST', '/api/auth/passkey/register/begin', {})
      return { name: 'Key', passkey: { challenge_id, response: new SoftwareAuthenticator(origin).create(options) } }
    }),
  )
  const answers = await Promise.all(registrations.map((body) => cid.call('POST', '/api/auth/passkey/register/finish', body)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect((await cid.call('POST', '/api/auth/passkey/register/begin', {})).body.code).toBe('conflict')
})

test('a replayed proof is refused, and so is a second proof for a challenge that was answered wrongly', async () => {
  const { authenticator } = await addPasskey(await baton.person(), origin)
  const once = await proof(authenticator)
  expect((await loginWith(baton.url, once)).status).toBe(200)
  await refused(once)
  const begin = (await send(baton.url, 'POST', '/api/auth/passkey/authenticate/begin', {})).body
  await refused({ challenge_id: begin.challenge_id, response: authenticator.get(begin.options, { verified: false }) })
  await refused({ challenge_id: begin.challenge_id, response: authenticator.get(begin.options) })
})

test('of twenty parallel uses of one challenge one wins', async () => {
  const { authenticator } = await addPasskey(await baton.person(), origin)
  const { challenge_id, options } = (await send(baton.url, 'POST', '/api/auth/passkey/authenticate/begin', {})).body
  const proofs = Array.from({ length: 20 }, () => ({ challenge_id, response: authenticator.get(options) }))
  const answers = await Promise.all(proofs.map((one) => loginWith(baton.url, one)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
})

test('a challenge expires after five minutes', async () => {
  const dan = await baton.person()
  const { authenticator } = await addPasskey(dan, origin)
  const late = await proof(authenticator)
  const { challenge_id, options } = await dan.do('POST', '/api/auth/passkey/register/begin', {})
  baton.clock.advance(5 * 60_000 + 1000)
  await refused(late)
  const passkey = { challenge_id, response: new SoftwareAuthenticator(origin).create(options) }
  expect((await dan.call('POST', '/api/auth/passkey/register/finish', { name: 'Late', passkey })).body.code).toBe('invalid')
})

test('without user verification, from another origin or of another’s account a proof is refused', async () => {
  const { authenticator } = await addPasskey(await baton.person(), origin)
  const other = await baton.person()
  await refused(await proof(authenticator, { verified: false }))
  await refused(await proof(authenticator, { origin: 'https://evil.example' }))
  await refused(await proof(authenticator, { userHandle: Buffer.from(other.user.id).toString('base64url') }))
  expect((await loginWith(baton.url, await proof(authenticator))).status).toBe(200)
})

test('a proof signed by another key, or for a passkey nobody has, is refused', async () => {
  const { authenticator } = await addPasskey(await baton.person(), origin)
  const forger = new SoftwareAuthenticator(origin)
  const own = await proof(authenticator)
  const { userHandle } = own.response['response'] as { userHandle: string }
  await refused(await proof(forger, { userHandle }))
  const forged = await proof(forger, { userHandle })
  const { id, rawId } = own.response
  await refused({ ...forged, response: { ...forged.response, id, rawId } })
})

test('a counter that did not grow means a copied passkey, and is refused', async () => {
  const { authenticator } = await addPasskey(await baton.person(), origin)
  expect((await loginWith(baton.url, await proof(authenticator, { counter: 7 }))).status).toBe(200)
  await refused(await proof(authenticator, { counter: 7 }))
  await refused(await proof(authenticator, { counter: 6 }))
  expect((await loginWith(baton.url, await proof(authenticator, { counter: 8 }))).status).toBe(200)
})

test('a passkey is added only from the origin, verified, for the challenge’s own user, and only once', async () => {
  const eve = await baton.person()
  const fay = await baton.person()
  const begin = (person: Person) => person.do('POST', '/api/auth/passkey/register/begin', {})
  const finish = (person: Person, passkey: unknown) => person.call('POST', '/api/auth/passkey/register/finish', { name: 'Key', passkey })
  for (const twist of [{ origin: 'https://evil.example' }, { verified: false }]) {
    const { challenge_id, options } = await begin(eve)
    const passkey = { challenge_id, response: new SoftwareAuthenticator(origin).create(options, twist) }
    expect((await finish(eve, passkey)).body.code).toBe('invalid')
  }
  const mine = await begin(eve)
  const authenticator = new SoftwareAuthenticator(origin)
  const passkey = { challenge_id: mine.challenge_id, response: authenticator.create(mine.options) }
  expect((await finish(fay, passkey)).body.code).toBe('invalid')
  const twins = await Promise.all([finish(eve, passkey), finish(eve, passkey)])
  expect(twins.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
  const theirs = await begin(fay)
  expect((await finish(fay, { challenge_id: theirs.challenge_id, response: authenticator.create(theirs.options) })).status).toBe(400)
  const { items } = await fay.do('GET', '/api/settings/passkeys')
  expect(items).toEqual([])
})

test('a suspended user’s passkey opens nothing', async () => {
  const gus = await baton.person()
  const { authenticator } = await addPasskey(gus, origin)
  await (await baton.administrator()).do('PATCH', `/api/admin/users/${gus.user.id}/suspend`, {})
  await refused(await proof(authenticator))
})
