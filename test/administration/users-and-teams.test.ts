import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let admin: Person
let ann: Person
let acme: Person

beforeAll(async () => {
  baton = await startBaton()
  admin = await baton.administrator()
  ann = await baton.person('ann')
  acme = await ann.createOrganization('acme')
  await acme.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  await acme.do('POST', '/api/teams', { name: 'Core', handle: 'core' })
})
afterAll(() => baton.close())

test('the page of a user has numbers and titles; what a note says takes a reason, which its owner is told', async () => {
  const { id } = ann.user
  const note = await ann.do('POST', '/api/notes', { title: 'Plans', content: 'Secret words' })
  const user = await admin.api.getUser({ id })
  expect(user).toMatchObject({ handle: 'ann', counts: { projects: 1, notes: 1, teams: 1, organizations: 2 } })
  expect(user.organizations.map(({ handle }) => handle)).toEqual(['ann', 'acme'])
  expect((await admin.api.listUserProjects({ id })).items).toMatchObject([{ slug: 'web', organization: { handle: 'acme' } }])
  expect((await admin.api.listUserTeams({ id })).items).toMatchObject([{ handle: 'core', role: 'lead' }])
  expect((await admin.api.listUserSessions({ id })).items[0]).toMatchObject({ kind: 'interactive', ended_at: null })
  const listed = await admin.call('GET', `/api/admin/users/${id}/notes`)
  expect(listed.body.items).toMatchObject([{ title: 'Plans', length: 12 }])
  expect(listed.text).not.toContain('Secret words')
  expect((await admin.call('POST', `/api/admin/users/${id}/notes/${note.id}/read`, {})).status).toBe(400)
  const read = await admin.api.readUserNote({ id, note: note.id, reason: 'Reported as spam' })
  expect(read.content).toBe('Secret words')
  expect((await admin.api.listAnnouncements({ user: id })).items[0]?.body).toContain('Reported as spam')
  const [event] = await baton.look<{ data: object }>("select data from events where type = 'user.note_read'")
  expect(event?.data).toEqual({ user_id: id, note_id: note.id, reason: 'Reported as spam' })
})

test('users are found by the beginning of handle, name or address, and by their state', async () => {
  const find = async (q: string) => (await admin.api.listUsers({ q })).items.map(({ handle }) => handle)
  expect(await find('AN')).toEqual(['ann'])
  expect(await find('name of a')).toContain('ann')
  expect(await find('ann@')).toEqual(['ann'])
  expect(await find('%')).toEqual([])
  const bob = await baton.person('bob')
  await admin.do('PATCH', `/api/admin/users/${bob.user.id}/suspend`, { reason: 'spam' })
  expect((await admin.api.listUsers({ only: 'suspended' })).items.map(({ handle }) => handle)).toEqual(['bob'])
  expect((await admin.api.listUsers({ only: 'administrators' })).items.map(({ id }) => id)).toEqual([admin.user.id])
})

test('a team is changed in its organization’s own log, by name of the administrator', async () => {
  const cat = await baton.person('cat')
  await acme.do('POST', '/api/organization/members', { user: 'cat' })
  const [team] = (await admin.api.listAllTeams({ q: 'co' })).items
  expect(team).toMatchObject({ handle: 'core', members: 1, organization: { handle: 'acme' } })
  await admin.api.updateAnyTeam({ team: 'core', name: 'Core team' })
  const [event] = await baton.look<{ actor: object; org_id: string }>("select actor, org_id from events where type = 'team.updated'")
  expect(event).toMatchObject({ org_id: acme.organization, actor: { user_id: admin.user.id } })
  await admin.api.addMemberToAnyTeam({ team: 'core', user: 'cat' })
  expect((await admin.call('POST', '/api/admin/teams/core/members', { user: admin.user.handle })).status).toBe(404)
  await admin.api.updateMemberOfAnyTeam({ team: 'core', user: cat.user.id, role: 'lead' })
  expect((await admin.api.getAnyTeam({ team: 'core' })).people.map(({ handle, role }) => [handle, role])).toEqual([
    ['ann', 'lead'],
    ['cat', 'lead'],
  ])
  await admin.api.removeMemberOfAnyTeam({ team: 'core', user: 'cat' })
  await admin.api.deleteAnyTeam({ team: 'core' })
  expect((await acme.call('GET', '/api/teams/core')).status).toBe(404)
  expect((await admin.call('GET', '/api/admin/teams/core')).status).toBe(404)
})
