import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretIn } from '../harness/mail-server.ts'
import type { Person } from '../harness/person.ts'
import { startBatonWithMail } from '../harness/with-mail.ts'
import { provenPerson } from './proven.ts'

let started: Awaited<ReturnType<typeof startBatonWithMail>>
let owner: Person
let bob: Person
let cid: Person
beforeAll(async () => {
  started = await startBatonWithMail()
  const { baton } = started
  owner = await (await provenPerson(baton, 'ann')).createOrganization('acme')
  for (const name of ['bob', 'cid']) {
    await provenPerson(baton, name).then((person) => (name === 'bob' ? (bob = person.in('acme')) : (cid = person.in('acme'))))
    await owner.do('POST', '/api/organization/members', { user: name })
  }
})
afterAll(() => started.close())

test('whoever makes a team leads it; it is in the list of those in it, everybody can look at it, its lead and admins change it', async () => {
  const team = await bob.do('POST', '/api/teams', { name: 'Web', handle: 'web-team' })
  expect(team).toMatchObject({ role: 'lead', members: 1 })
  expect(await cid.do('GET', '/api/teams/web-team')).toMatchObject({ id: team.id, role: null })
  expect((await cid.do('GET', '/api/teams')).items).toEqual([])
  expect((await bob.do('GET', '/api/teams')).items).toMatchObject([{ handle: 'web-team' }])
  expect((await cid.do('GET', '/api/teams?mine=false')).items).toMatchObject([{ handle: 'web-team', role: null }])
  for (const [method, path, body] of [
    ['PATCH', '', { name: 'Mine' }],
    ['DELETE', '', undefined],
    ['POST', '/members', { user: 'cid' }],
    ['POST', '/invite', { user: 'cid' }],
  ] as const) {
    expect((await cid.call(method, `/api/teams/web-team${path}`, body)).status, `${method} ${path}`).toBe(403)
  }
  await bob.do('POST', '/api/teams/web-team/invite', { user: 'cid' })
  expect((await cid.call('PATCH', '/api/teams/web-team/members/cid', { role: 'lead' })).status).toBe(403)
  expect((await bob.call('POST', '/api/teams/web-team/members', { user: 'cid' })).status).toBe(409)
  expect((await owner.do('PATCH', '/api/teams/web-team/members/cid', { role: 'lead' })).role).toBe('lead')
  expect((await cid.do('PATCH', '/api/teams/web-team', { name: 'Web 2' })).version).toBe(2)
  await bob.do('DELETE', '/api/teams/web-team/members/bob')
  expect((await owner.do('GET', '/api/teams/web-team/members')).items).toMatchObject([{ handle: 'cid' }])
})

test('a team stands in the one namespace of handles', async () => {
  for (const handle of ['bob', 'acme', 'settings']) {
    expect((await bob.call('POST', '/api/teams', { name: 'Taken', handle })).body.code, handle).toBe('handle_taken')
  }
  await bob.do('POST', '/api/teams', { name: 'Mine', handle: 'the-mine' })
  expect((await cid.call('POST', '/api/organizations', { name: 'Taken', handle: 'the-mine' })).body.code).toBe('handle_taken')
})

test('by mail one joins organization and team at once; a lead who is no admin brings nobody new in', async () => {
  await bob.do('POST', '/api/teams', { name: 'Ops', handle: 'ops-team' })
  expect((await bob.call('POST', '/api/teams/ops-team/invite', { email: 'dan@example.com' })).status).toBe(403)
  expect((await owner.call('POST', '/api/teams/ops-team/invite', {})).status).toBe(400)
  await owner.do('POST', '/api/teams/ops-team/invite', { email: 'dan@example.com', role: 'lead' })
  const dan = await provenPerson(started.baton, 'dan')
  await dan.do('POST', `/api/invites/${secretIn(await started.mails.next('dan@example.com', 'invited you'))}/accept`)
  expect(await dan.in('acme').do('GET', '/api/teams/ops-team')).toMatchObject({ role: 'lead', members: 2 })
})

test('who leaves the organization leaves its teams; who was invited into a deleted team joins the organization alone', async () => {
  await bob.do('POST', '/api/teams', { name: 'Short', handle: 'short-lived' })
  await bob.do('POST', '/api/teams/short-lived/members', { user: 'cid' })
  await owner.do('DELETE', '/api/organization/members/cid')
  expect((await bob.do('GET', '/api/teams/short-lived')).members).toBe(1)
  await owner.do('POST', '/api/teams/short-lived/invite', { email: 'eve@example.com' })
  await bob.do('DELETE', '/api/teams/short-lived')
  expect((await bob.call('GET', '/api/teams/short-lived')).status).toBe(404)
  const eve = await provenPerson(started.baton, 'eve')
  const [invite] = (await eve.do('GET', '/api/invites')).items
  await eve.do('POST', `/api/invites/${invite.id}/accept`)
  expect((await eve.in('acme').do('GET', '/api/teams')).items).toEqual([])
})
