import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Open', slug: 'open' })
  await ann.do('POST', '/api/projects', { name: 'Secret', slug: 'secret', visibility: 'private' })
  for (const project of ['open', 'secret'])
    for (const status of ['todo', 'backlog']) await ann.do('POST', '/api/tasks', { project, title: `${project} ${status}`, status })
})
afterAll(() => baton.close())

const save = (who: Person, body: object) => who.do('POST', '/api/views', { name: 'A view', ...body })
const sees = async (who: Person, id: string) => (await who.call('GET', `/api/views/${id}`)).status === 200
const listed = async (who: Person) => (await who.do('GET', '/api/views')).items.map((view: { id: string }) => view.id)

test('a view is its owner’s until it is shared', async () => {
  const view = await save(ann, { filters: { project: 'open' } })
  expect(await sees(bob, view.id)).toBe(false)
  expect(await listed(bob)).not.toContain(view.id)
  await ann.do('PATCH', `/api/views/${view.id}`, { shared: true })
  expect(await sees(bob, view.id)).toBe(true)
  expect(await listed(bob)).toContain(view.id)
})

test('a shared view that names a private project is seen only by those who see it', async () => {
  const view = await save(ann, { shared: true, filters: { projects: ['open', 'secret'] } })
  expect(await sees(bob, view.id)).toBe(false)
  expect((await bob.call('GET', `/api/tasks?view=${view.id}`)).status).toBe(404)
  await ann.do('PUT', '/api/projects/secret/members/bob')
  expect(await sees(bob, view.id)).toBe(true)
  await ann.do('DELETE', `/api/projects/secret/members/${bob.user.id}`)
  expect(await sees(bob, view.id)).toBe(false)
})

test('a list and a board apply a view, and what is named beside it wins', async () => {
  const view = await save(ann, { layout: 'board', group_by: 'priority', sort: 'rank', filters: { project: 'open', status: ['todo'] } })
  const titles = async (query: string) =>
    (await ann.do('GET', `/api/tasks?view=${view.id}${query}`)).items.map((task: { title: string }) => task.title)
  expect(await titles('')).toEqual(['open todo'])
  expect(await titles('&status=backlog')).toEqual(['open backlog'])
  expect((await ann.do('GET', `/api/projects/open/board?view=${view.id}`)).group_by).toBe('priority')
})

test('only its owner or an admin changes a view, from the version they saw', async () => {
  const view = await save(bob, { shared: true, filters: {} })
  const mine = await save(ann, { shared: true, filters: {} })
  expect((await bob.call('PATCH', `/api/views/${mine.id}`, { name: 'Taken' })).status).toBe(403)
  expect((await ann.do('PATCH', `/api/views/${view.id}`, { name: 'By an admin', version: 1 })).version).toBe(2)
  expect((await bob.call('PATCH', `/api/views/${view.id}`, { name: 'Late', version: 1 })).body.code).toBe('stale_version')
  expect((await bob.do('DELETE', `/api/views/${view.id}`)).deleted_at).not.toBeNull()
  expect(await sees(bob, view.id)).toBe(false)
})

test('filters are those of the list: another is refused, and so is a name that leads nowhere', async () => {
  expect((await ann.call('POST', '/api/views', { name: 'Bad', filters: { state: 'todo' } })).status).toBe(400)
  expect((await ann.call('POST', '/api/views', { name: 'Bad', filters: { status: 'doing' } })).status).toBe(400)
  expect((await bob.call('POST', '/api/views', { name: 'Bad', filters: { project: 'secret' } })).status).toBe(404)
})
