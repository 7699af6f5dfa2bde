import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton({ TRUSTED_PROXIES: '127.0.0.1', REGISTRATIONS_PER_HOUR: '5' })))
afterAll(() => baton.close())

const from = (address: string, path: string, body: unknown) => send(baton.url, 'POST', path, body, { 'x-forwarded-for': address })
const statuses = async (count: number, call: (place: number) => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let place = 1; place <= count; place++) seen.push((await call(place)).status)
  return seen
}
const register = (address: string) =>
  from(address, '/api/auth/register', { email: `${newId()}@example.com`, password: 'a long password', name: 'New' })
const login = (address: string) => from(address, '/api/auth/login', { email: `${newId()}@example.com`, password: 'wrong' })

test('one /64 registers as often as one address, however many addresses it has', async () => {
  const seen = await statuses(7, (place) => register(`2001:db8:1:2::${place.toString(16)}`))
  expect(seen).toEqual([201, 201, 201, 201, 201, 429, 429])
  expect((await register('2001:db8:1:3::1')).status).toBe(201)
})

test('one /64 fails to log in as often as one address', async () => {
  const seen = await statuses(32, (place) => login(`2001:db8:2:2::${place.toString(16)}`))
  expect(seen.filter((status) => status === 401)).toHaveLength(30)
  expect(seen.slice(30)).toEqual([429, 429])
})
