import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person, send } from '../harness/person.ts'
import { LiveClient } from '../websocket/live-client.ts'
import { settles } from '../harness/wait.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

async function again(person: Person, agent: string): Promise<Person> {
  const body = { email: person.user.email, password: person.password }
  return new Person(baton.url, (await send(baton.url, 'POST', '/api/auth/login', body, { 'user-agent': agent })).body, person.password)
}

const status = async (person: Person) => (await person.call('GET', '/api/auth/me')).status

test('the list shows device, address and times, and which session asks', async () => {
  const ann = await baton.person('ann')
  const phone = await again(ann, 'Phone/1.0')
  const { items } = await phone.do('GET', '/api/settings/sessions')
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({ current: true, device: 'Phone/1.0', address: '127.0.0.1', kind: 'interactive', method: 'password' })
  expect(items[1]).toMatchObject({ current: false })
  expect(JSON.stringify(items)).not.toMatch(/hash|refresh/)
})

test('one session is ended on every door, the others stay', async () => {
  const bob = await baton.person('bob')
  const lost = await again(bob, 'Lost/1.0')
  const socket = await LiveClient.connect(lost)
  const { items } = await bob.do('GET', '/api/settings/sessions')
  const { id } = items.find(({ device }: { device: string }) => device === 'Lost/1.0')
  await bob.do('DELETE', `/api/settings/sessions/${id}`)
  expect(await status(lost)).toBe(401)
  expect((await settles('the socket to close', socket.closed)).code).toBe(1008)
  expect((await send(baton.url, 'POST', '/api/auth/refresh', { refresh_token: lost.refreshToken })).status).toBe(401)
  expect(await status(bob)).toBe(200)
  expect((await bob.call('DELETE', `/api/settings/sessions/${id}`)).status).toBe(404)
})

test('another’s session cannot be ended', async () => {
  const [cid, eve] = [await baton.person('cid'), await baton.person('eve')]
  const { items } = await cid.do('GET', '/api/settings/sessions')
  expect((await eve.call('DELETE', `/api/settings/sessions/${items[0].id}`)).status).toBe(404)
  expect(await status(cid)).toBe(200)
})

test('all others at once: only the current session is left', async () => {
  const dan = await baton.person('dan')
  const others = await Promise.all(['a', 'b', 'c'].map((agent) => again(dan, agent)))
  expect(await dan.do('DELETE', '/api/settings/sessions')).toEqual({ ended: 3 })
  expect(await Promise.all(others.map(status))).toEqual([401, 401, 401])
  expect(await status(dan)).toBe(200)
})
