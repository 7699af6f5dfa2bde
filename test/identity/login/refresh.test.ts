import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send, type Person } from '../../harness/person.ts'
import { digest, newSecret } from '../../../src/platform/secrets.ts'

let baton: Baton
beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

const refresh = (refresh_token: string) => send(baton.url, 'POST', '/api/auth/refresh', { refresh_token })
const me = (token: string) => send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })
const sessionOf = (person: Person) => baton.look('select id, ended_why from auth.sessions where user_id = $1', [person.user.id])

test('a thief who rotates the refresh token several times is found out when its owner comes back', async () => {
  const ann = await baton.person()
  let stolen = ann.refreshToken
  let token = ''
  for (let count = 0; count < 3; count++) {
    const answer = await refresh(stolen)
    expect(answer.status).toBe(200)
    ;({ refresh_token: stolen, token } = answer.body)
    baton.clock.advance(31_000)
  }
  expect((await refresh(ann.refreshToken)).status).toBe(401)
  expect((await me(token)).status).toBe(401)
  expect((await refresh(stolen)).status).toBe(401)
  expect(await sessionOf(ann)).toMatchObject([{ ended_why: 'refresh_reused' }])
})

test('a token is not two rotations old while tabs that share it are still refreshing', async () => {
  const gus = await baton.person()
  const first = await refresh(gus.refreshToken)
  const second = await refresh(first.body.refresh_token)
  expect(second.body.refresh_token).toBe(first.body.refresh_token)
  expect((await refresh(gus.refreshToken)).body.refresh_token).toBe(first.body.refresh_token)
  baton.clock.advance(31_000)
  const third = await refresh(first.body.refresh_token)
  expect(third.body.refresh_token).not.toBe(first.body.refresh_token)
  expect((await me(third.body.token)).status).toBe(200)
})

test('whoever knows a session id but has none of its tokens cannot end it', async () => {
  const bob = await baton.person()
  const bytes = Buffer.from(bob.refreshToken, 'base64url')
  const otherSerial = Buffer.concat([bytes.subarray(0, 16), randomBytes(16), bytes.subarray(32)])
  const forged = [
    otherSerial,
    Buffer.concat([bytes.subarray(0, 32), randomBytes(32)]),
    Buffer.concat([bytes.subarray(0, 16), randomBytes(48)]),
    bytes.subarray(0, 48),
    Buffer.concat([bytes, Buffer.from('x')]),
  ].map((one) => one.toString('base64url'))
  for (const one of [...forged, newSecret()]) expect((await refresh(one)).status, one).toBe(401)
  expect((await me(bob.token)).status).toBe(200)
  expect((await refresh(bob.refreshToken)).status).toBe(200)
})

test('a token of one session is worth nothing for another', async () => {
  const [cid, dan] = [await baton.person(), await baton.person()]
  const [one, other] = [cid, dan].map(({ refreshToken }) => Buffer.from(refreshToken, 'base64url')) as [Buffer, Buffer]
  const mixed = Buffer.concat([other.subarray(0, 16), one.subarray(16)]).toString('base64url')
  expect((await refresh(mixed)).status).toBe(401)
  expect((await refresh(dan.refreshToken)).status).toBe(200)
})

test('a session from before tokens named theirs goes on, and its old token ends it when it comes again', async () => {
  const eve = await baton.person()
  const old = newSecret()
  await baton.look('update auth.sessions set refresh_hash = $2 where user_id = $1', [eve.user.id, digest(old)])
  const [first, second] = await Promise.all([refresh(old), refresh(old)])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.body.refresh_token).toBe(second.body.refresh_token)
  expect((await refresh(first.body.refresh_token)).status).toBe(200)
  const fay = await baton.person()
  const older = newSecret()
  await baton.look('update auth.sessions set refresh_hash = $2 where user_id = $1', [fay.user.id, digest(older)])
  const next = await refresh(older)
  baton.clock.advance(31_000)
  expect((await refresh(older)).status).toBe(401)
  expect((await refresh(next.body.refresh_token)).status).toBe(401)
})
