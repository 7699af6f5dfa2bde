import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { runWhole } from '../memory/worker-runs.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let root: Person
beforeAll(async () => {
  baton = await startBaton({ CONTACT_PER_HOUR: '4' })
  root = await baton.administrator()
})
afterAll(() => baton.close())

const letter = { name: 'Ann', email: 'ann@example.com', message: 'Do you offer training?' }
/** Retries while the server is busy, as any client does. */
async function patiently(method: string, path: string, body?: object): ReturnType<typeof send> {
  const answer = await send(baton.url, method, path, body)
  return answer.status === 503 ? patiently(method, path, body) : answer
}

const challenge = async () => (await patiently('GET', '/api/contact/challenge')).body
const proof = async (asked?: any) => {
  const given = asked ?? (await challenge())
  return { challenge: given, solution: await solveChallenge({ challenge: given, deriveKey }) }
}
const post = (body: object) => patiently('POST', '/api/contact', body)
const messages = async () => (await root.do('GET', '/api/admin/contact')).items

test('a message with its proof of work reaches the administrators, and each proof counts once', async () => {
  const given = await proof()
  expect((await post({ ...letter, proof: given })).body).toEqual({ received: true })
  expect(await messages()).toMatchObject([{ ...letter, erased_at: expect.any(String) }])
  const again = await post({ ...letter, proof: given })
  expect([again.status, again.body.code]).toEqual([400, 'invalid'])
})

test('no proof, a wrong one, one for less work, and one of yesterday are refused', async () => {
  const given = await proof()
  expect((await post(letter)).status).toBe(400)
  expect((await post({ ...letter, proof: { ...given, solution: { ...given.solution, counter: 1, derivedKey: '00' } } })).status).toBe(400)
  const cheap = { ...given.challenge, parameters: { ...given.challenge.parameters, cost: 1, keyPrefix: '00' } }
  expect((await post({ ...letter, proof: await proof(cheap) })).status).toBe(400)
  const late = { ...given.challenge, parameters: { ...given.challenge.parameters, expiresAt: 4e9 } }
  expect((await post({ ...letter, proof: { ...given, challenge: late } })).status).toBe(400)
  expect(await messages()).toHaveLength(1)
})

test('a program that fills the field nobody sees is told that all went well', async () => {
  expect((await post({ ...letter, proof: await proof(), website: 'https://spam.example' })).body).toEqual({ received: true })
  expect(await messages()).toHaveLength(1)
})

test('so many an hour from one address', async () => {
  const answers = []
  for (let sent = 0; sent < 4; sent++) answers.push((await post({ ...letter, proof: await proof() })).status)
  expect(answers).toContain(429)
  expect(answers.at(-1)).toBe(429)
})

test('each is erased after 180 days, and not before', async () => {
  await baton.look(
    "insert into contact_messages select gen_random_uuid(), name, email, message, 'old', now() - interval '181 days' from contact_messages limit 1",
  )
  await baton.look(
    "insert into contact_messages select gen_random_uuid(), name, email, message, 'young', now() - interval '179 days' from contact_messages limit 1",
  )
  expect(await runWhole(baton, 'purge', { tables: ['contact_messages'] })).toBe(1)
  expect(await baton.look("select challenge from contact_messages where challenge in ('old', 'young')")).toEqual([{ challenge: 'young' }])
})

test('only administrators read and delete them', async () => {
  const ann = await baton.person('ann')
  expect((await ann.call('GET', '/api/admin/contact')).status).toBe(403)
  const [{ id }] = await messages()
  await root.do('DELETE', `/api/admin/contact/${id}`)
  expect((await messages()).map((one: { id: string }) => one.id)).not.toContain(id)
  expect((await root.call('DELETE', `/api/admin/contact/${id}`)).status).toBe(404)
})
