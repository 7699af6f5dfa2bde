import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = await (await baton.person('bob')).createOrganization('bobs')
})
afterAll(() => baton.close())

const places = [{ visibility: 'personal' }, { visibility: 'team' }, { visibility: 'public' }]

test('no page of personal, team and public skills together shows one twice or passes one over, whatever is changed meanwhile', async () => {
  const stays: string[] = []
  for (let number = 0; number < 30; number++) {
    const author = number % 3 === 2 && number % 2 === 0 ? bob : ann
    const slug = `skill-${number}`
    await author.do('POST', '/api/skills', { slug, name: slug, description: 'x', body: 'x', ...places[number % 3] })
    stays.push(slug)
  }
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; ; page++) {
    const { items, next_cursor } = await ann.do('GET', `/api/skills?limit=4${cursor && `&cursor=${cursor}`}`)
    seen.push(...items.map(({ slug }: { slug: string }) => slug))
    if (!next_cursor) break
    cursor = next_cursor
    // On both sides of the cursor: visibility changes, a text changes, and a new skill appears.
    await ann.do('PUT', `/api/skills/skill-${page * 3}`, { visibility: 'team' })
    await ann.do('PUT', `/api/skills/skill-${27 - page * 3}`, { visibility: 'public' })
    await ann.do('PUT', `/api/skills/skill-${page * 3 + 1}`, { body: `Changed ${page}` })
    await bob.do('POST', '/api/skills', { slug: `new-${page}`, name: 'New', description: 'x', body: 'x', visibility: 'public' })
  }
  expect(seen).toEqual(stays.toReversed())
})

test('a cursor that is none of ours is refused', async () => {
  expect((await ann.call('GET', '/api/skills?cursor=nonsense')).status).toBe(400)
})
