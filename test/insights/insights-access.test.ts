import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
let eve: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person()).createOrganization('insight-org')
  bob = (await baton.person()).in(ann.organization ?? '')
  eve = (await baton.person()).in(ann.organization ?? '')
  for (const one of [bob, eve]) await ann.do('POST', '/api/organization/members', { user: one.user.handle })
  await ann.do('POST', '/api/projects', { name: 'Open', slug: 'open' })
  await ann.do('POST', '/api/projects', { name: 'Secret', slug: 'secret', visibility: 'private' })
  for (const [person, project] of [
    [ann, 'open'],
    [bob, 'open'],
    [ann, 'secret'],
  ] as const) {
    const { key } = await person.do('POST', '/api/tasks', { project, title: `of ${person.user.handle} in ${project}` })
    await person.do('PATCH', `/api/tasks/${key}`, { status: 'complete' })
  }
})
afterAll(() => baton.close())

test('only projects the caller sees are counted, in every scope', async () => {
  expect(await ann.do('GET', '/api/insights')).toMatchObject({ projects: 2, burn_up: { done: 3 } })
  expect(await bob.do('GET', '/api/insights')).toMatchObject({ projects: 1, burn_up: { done: 2 } })
  expect((await bob.call('GET', '/api/projects/secret/insights')).status).toBe(404)
  expect((await bob.call('GET', '/api/insights?project=secret')).status).toBe(404)
  expect((await bob.do('GET', '/api/insights/sparklines')).lines).toHaveLength(1)
  expect((await ann.do('GET', '/api/insights/sparklines')).lines).toHaveLength(2)
})

test('a team has the projects of its workspaces, and a caller those of them they see', async () => {
  await ann.do('POST', '/api/teams', { name: 'Core', handle: 'core-insight' })
  expect(await ann.do('GET', '/api/teams/core-insight/analytics')).toMatchObject({ of: { kind: 'team' }, projects: 0 })
  await ann.do('POST', '/api/workspaces', { name: 'All', slug: 'all', projects: ['open', 'secret'], team: 'core-insight' })
  expect(await ann.do('GET', '/api/teams/core-insight/analytics')).toMatchObject({ projects: 2, burn_up: { done: 3 } })
  expect(await eve.do('GET', '/api/teams/core-insight/analytics')).toMatchObject({ projects: 1, burn_up: { done: 2 } })
  await ann.do('POST', '/api/teams/core-insight/members', { user: bob.user.handle })
  expect(await bob.do('GET', '/api/teams/core-insight/analytics')).toMatchObject({ projects: 2 })
})

test('fewer than three people are no group: their part is hidden, except one’s own', async () => {
  const both = await ann.do('GET', '/api/insights')
  expect(both.throughput).toMatchObject({ completed: 3, people_hidden: true })
  expect(both.throughput.weeks.at(-1)).toMatchObject({ people: null, verified_people: null })
  expect(await bob.do('GET', '/api/projects/open/insights')).toMatchObject({ throughput: { people_hidden: true } })
  const own = await ann.do('GET', '/api/projects/secret/insights')
  expect(own.throughput).toMatchObject({ people_hidden: false })
  expect(own.throughput.weeks.at(-1)).toMatchObject({ people: 1 })
  const { key } = await eve.do('POST', '/api/tasks', { project: 'open', title: 'a third person' })
  await eve.do('PATCH', `/api/tasks/${key}`, { status: 'complete' })
  expect((await ann.do('GET', '/api/insights')).throughput).toMatchObject({ people_hidden: false })
})
