import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let owner: Person
let member: Person

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('olga')).createOrganization('acme')
  member = (await baton.person('member')).in(owner.organization ?? '')
  await owner.do('POST', '/api/organization/members', { user: 'member' })
})
afterAll(() => baton.close())

test('the member without access finds nothing of a private project', async () => {
  await owner.do('POST', '/api/projects', { name: 'Secret canary', slug: 'secret', key: 'SEC', visibility: 'private' })
  const task = await owner.do('POST', '/api/tasks', { project: 'secret', title: 'canary task' })
  const tries = [
    '/api/projects',
    '/api/projects/secret',
    '/api/tasks',
    '/api/tasks?project=secret',
    `/api/tasks/${task.key}`,
    `/api/tasks/${task.id}`,
  ]
  for (const path of [...tries, '/api/projects/secret/tree', '/api/projects/secret/epics', '/api/projects/secret/members']) {
    expect((await member.call('GET', path)).text, path).not.toContain('canary')
  }
  expect((await member.call('POST', '/api/tasks/claim', {})).body.code).toBe('not_found')
  await owner.do('PUT', '/api/projects/secret/members/member')
  expect((await member.do('GET', `/api/tasks/${task.key}`)).title).toBe('canary task')
  await owner.do('DELETE', '/api/projects/secret/members/member')
  expect((await member.call('GET', `/api/tasks/${task.key}`)).status).toBe(404)
})

test('a shared project shows the public its allowed fields, and follows its changes until it is taken down', async () => {
  await owner.do('POST', '/api/projects', { name: 'Open', slug: 'open', description: 'first', settings: { hidden: 'secret setting' } })
  const view = () => send(baton.url, 'GET', '/api/public/projects/acme/open')
  expect((await view()).status).toBe(404)
  await owner.do('POST', '/api/projects/open/share')
  await owner.do('PUT', '/api/projects/open', { description: 'second' })
  const shown = await view()
  expect(shown.body).toMatchObject({ slug: 'open', name: 'Open', description: 'second' })
  expect(shown.text).not.toContain('secret setting')
  await owner.do('DELETE', '/api/projects/open/share')
  expect((await view()).status).toBe(404)
})

test('an archived project keeps its data, leaves the list, refuses writes and comes back', async () => {
  await owner.do('POST', '/api/projects', { name: 'Old', slug: 'old' })
  await owner.do('POST', '/api/tasks', { project: 'old', title: 'kept' })
  await owner.do('POST', '/api/projects/old/archive')
  const slugs = async (query: string) =>
    (await owner.do('GET', `/api/projects${query}`)).items.map((project: { slug: string }) => project.slug)
  expect(await slugs('')).not.toContain('old')
  expect(await slugs('?archived=true')).toContain('old')
  expect((await owner.call('POST', '/api/tasks', { project: 'old', title: 'no' })).body.code).toBe('conflict')
  await owner.do('POST', '/api/projects/old/restore')
  expect((await owner.do('GET', '/api/projects/old')).stats.tasks.backlog).toBe(1)
})

test('the last owner cannot leave, and an admin cannot unmake an owner', async () => {
  expect((await owner.call('DELETE', '/api/organization/members/olga')).body.code).toBe('conflict')
  await owner.do('PATCH', '/api/organization/members/member', { role: 'admin' })
  expect((await member.call('PATCH', '/api/organization/members/olga', { role: 'member' })).status).toBe(403)
  expect((await member.call('PATCH', '/api/organization/members/member', { role: 'owner' })).status).toBe(403)
})

test('the list says in which other organizations one has projects, and nothing of what they are', async () => {
  const ann = await baton.person('wanderer')
  const here = await ann.createOrganization('here')
  await here.do('POST', '/api/projects', { name: 'Here', slug: 'here', key: 'HRE' })
  const there = await (await baton.person('host')).createOrganization('there')
  await there.do('POST', '/api/organization/members', { user: 'wanderer' })
  await there.do('POST', '/api/projects', { name: 'Open', slug: 'open', key: 'OPN' })
  await there.do('POST', '/api/projects', { name: 'Canary', slug: 'canary', key: 'CAN', visibility: 'private' })
  await there.do('POST', '/api/projects', { name: 'Past', slug: 'past', key: 'PST' })
  await there.do('POST', '/api/projects/past/archive')
  const elsewhere = async (person: Person) => (await person.do('GET', '/api/projects')).other_organizations
  expect(await elsewhere(here)).toEqual([{ handle: 'there', projects: 1 }])
  await there.do('PUT', '/api/projects/canary/members/wanderer')
  expect(await elsewhere(here)).toEqual([{ handle: 'there', projects: 2 }])
  expect(await elsewhere(here.in('there'))).toEqual([{ handle: 'here', projects: 1 }])
  expect(await elsewhere(there)).toEqual([])
  const { key } = await here.do('POST', '/api/settings/api-keys', { name: 'one', scopes: ['project:read'] })
  const told = await send(baton.url, 'GET', '/api/projects', undefined, { authorization: `Bearer ${key}` })
  expect([told.status, told.body.other_organizations]).toEqual([200, []])
  await there.do('DELETE', '/api/organization/members/wanderer')
  expect(await elsewhere(here)).toEqual([])
})
