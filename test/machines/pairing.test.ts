import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintOf, newKeyPair } from '../../src/platform/tunnel-protocol.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person()
})
afterAll(() => baton.close())

const claim = (nonce: string, public_key = newKeyPair().publicKey.toString('base64url')) =>
  send(baton.url, 'POST', '/api/tunnels/claim', { nonce, public_key })

test('a machine is paired by the fingerprint it shows, which both sides know', async () => {
  const { id, nonce } = await ann.api.registerTunnel({ name: 'Laptop' })
  expect(await ann.api.getTunnel({ tunnel: id })).toMatchObject({ status: 'pairing', pairing: { state: 'waiting', fingerprint: null } })
  const { publicKey } = newKeyPair()
  const claimed = await claim(nonce, publicKey.toString('base64url'))
  const fingerprint = fingerprintOf(publicKey)
  expect(claimed.body).toMatchObject({ id, fingerprint })
  expect(await ann.api.getTunnel({ tunnel: id })).toMatchObject({ pairing: { state: 'claimed', fingerprint } })
  expect(await ann.api.confirmTunnel({ tunnel: id, fingerprint })).toMatchObject({ status: 'offline', fingerprint, pairing: null })
})

test('the id alone confirms nothing, nor does another fingerprint, nor a key of the same person', async () => {
  const { id, nonce } = await ann.api.registerTunnel({ name: 'Laptop' })
  const path = `/api/tunnels/${id}/confirm`
  const { fingerprint } = (await claim(nonce)).body
  expect((await ann.call('POST', path, {})).status).toBe(400)
  expect((await ann.call('POST', path, { fingerprint: fingerprintOf(newKeyPair().publicKey) })).status).toBe(409)
  const { key: token } = await ann.api.createApiKey({ name: 'robot' })
  expect((await ann.call('POST', path, { fingerprint }, { authorization: `Bearer ${token}` })).body.code).toBe('needs_person')
  expect((await ann.call('POST', path, { fingerprint })).status).toBe(200)
})

test('a nonce works once and for ten minutes, and is stored as its digest', async () => {
  const used = await ann.api.registerTunnel({ name: 'Used' })
  expect((await claim(used.nonce)).status).toBe(200)
  expect((await claim(used.nonce)).status).toBe(401)
  expect((await claim('x'.repeat(43))).status).toBe(401)
  const stored = await baton.look<{ text: string }>('select p::text as text from tunnel_pairings p')
  expect(stored.map(({ text }) => text).join()).not.toContain(used.nonce)

  const late = await ann.api.registerTunnel({ name: 'Late' })
  const claimedInTime = await ann.api.registerTunnel({ name: 'Claimed in time' })
  const { fingerprint } = (await claim(claimedInTime.nonce)).body
  baton.clock.advance(11 * 60_000)
  ann.token = (await send(baton.url, 'POST', '/api/auth/login', { email: ann.user.email, password: ann.password })).body.token
  expect((await claim(late.nonce)).status).toBe(401)
  expect((await ann.call('POST', `/api/tunnels/${claimedInTime.id}/confirm`, { fingerprint })).status).toBe(409)
})
