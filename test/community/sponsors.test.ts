import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let root: Person
beforeAll(async () => {
  baton = await startBaton()
  root = await baton.administrator()
})
afterAll(() => baton.close())

const day = (from: number) => new Date(baton.clock.now().getTime() + from * 86_400_000).toISOString().slice(0, 10)
const add = (name: string, tier: string, starts_on: string, ends_on: string | null = null) =>
  root.do('POST', '/api/admin/sponsors', { name, url: `https://${name}.example`, tier, starts_on, ends_on })
const shown = async () => (await send(baton.url, 'GET', '/api/sponsors')).body.sponsors

test('sponsors are shown from their first day to their last, highest tier first, and links say that they are paid for', async () => {
  await add('past', 'platinum', day(-10), day(-1))
  await add('future', 'platinum', day(5))
  await add('silver', 'silver', day(-1), day(3))
  const gold = await add('gold', 'gold', day(0), day(0))
  expect((await shown()).map(({ name, rel }: any) => [name, rel])).toEqual([
    ['gold', 'sponsored noopener'],
    ['silver', 'sponsored noopener'],
  ])
  baton.clock.advance(86_400_000)
  await root.logInAgain()
  expect((await shown()).map(({ name }: any) => name)).toEqual(['silver'])
  await root.do('PUT', `/api/admin/sponsors/${gold.id}`, { ends_on: null, version: gold.version })
  expect((await shown()).map(({ name }: any) => name)).toEqual(['gold', 'silver'])
  expect((await root.call('PUT', `/api/admin/sponsors/${gold.id}`, { about: 'Late', version: gold.version })).status).toBe(412)
  expect((await root.do('GET', '/api/admin/sponsors')).items.map(({ name, active }: any) => [name, active])).toEqual([
    ['gold', true],
    ['silver', true],
    ['future', false],
    ['past', false],
  ])
  await root.do('DELETE', `/api/admin/sponsors/${gold.id}`)
  expect((await shown()).map(({ name }: any) => name)).toEqual(['silver'])
})

test('an address that is no https one, and an end before the beginning, are refused', async () => {
  const given = { name: 'X', url: 'https://x.example', tier: 'gold', starts_on: '2026-01-02' }
  expect((await root.call('POST', '/api/admin/sponsors', { ...given, url: 'javascript:alert(1)' })).status).toBe(400)
  expect((await root.call('POST', '/api/admin/sponsors', { ...given, ends_on: '2026-01-01' })).status).toBe(400)
  expect((await (await baton.person()).call('GET', '/api/admin/sponsors')).status).toBe(403)
})
