import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in('acme')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'viewer' })
  for (const handle of ['web-team', 'ops-team']) await ann.do('POST', '/api/teams', { name: handle, handle })
})
afterAll(() => baton.close())

test('without a team there is an empty answer and no error', async () => {
  expect(await bob.do('GET', '/api/team')).toEqual({ team: null, chosen: false })
  expect(await bob.do('GET', '/api/team/members')).toEqual({ items: [], next_cursor: null })
  const refused = await ann.call('PATCH', '/api/team', { name: 'New' })
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('PUT /api/team')])
})

test('the only team somebody is in is theirs; a choice is kept across devices and is the person’s own', async () => {
  await ann.do('POST', '/api/teams/web-team/members', { user: 'bob' })
  expect(await bob.do('GET', '/api/team')).toMatchObject({ team: { handle: 'web-team', role: 'member' }, chosen: false })
  await ann.do('POST', '/api/teams/ops-team/members', { user: 'bob' })
  expect(await bob.do('GET', '/api/team')).toEqual({ team: null, chosen: false })
  // Viewers of the organization can choose too, because it changes nothing for anyone else.
  expect(await bob.do('PUT', '/api/team', { team: 'ops-team' })).toMatchObject({ team: { handle: 'ops-team' }, chosen: true })
  const device = bob.in('acme')
  await device.logInAgain()
  expect(await device.do('GET', '/api/team')).toMatchObject({ team: { handle: 'ops-team' }, chosen: true })
  expect((await device.do('GET', '/api/team/members')).items.map((one: { handle: string }) => one.handle).toSorted()).toEqual([
    'ann',
    'bob',
  ])
  expect(await ann.do('GET', '/api/team')).toEqual({ team: null, chosen: false })
  expect(await bob.do('PUT', '/api/team', { team: null })).toEqual({ team: null, chosen: false })
})

test('nobody chooses a team they are not in, and whoever leaves it has not chosen it any longer', async () => {
  await ann.do('POST', '/api/teams', { name: 'Closed', handle: 'closed-team' })
  expect((await bob.call('PUT', '/api/team', { team: 'closed-team' })).status).toBe(403)
  expect((await bob.call('PUT', '/api/team', { team: 'nobodys-team' })).status).toBe(404)
  await bob.do('PUT', '/api/team', { team: 'web-team' })
  await ann.do('DELETE', '/api/teams/web-team/members/bob')
  expect(await bob.do('GET', '/api/team')).toMatchObject({ team: { handle: 'ops-team' }, chosen: false })
  await ann.do('POST', '/api/teams/web-team/members', { user: 'bob' })
  expect((await bob.do('GET', '/api/team')).team).toBeNull()
})

test('the current team is renamed and gets a picture by its lead alone; the picture it had goes', async () => {
  await ann.do('PUT', '/api/team', { team: 'web-team' })
  await bob.do('PUT', '/api/team', { team: 'web-team' })
  expect(await ann.do('PATCH', '/api/team', { name: 'Web and more' })).toMatchObject({ handle: 'web-team', name: 'Web and more' })
  expect((await bob.call('PATCH', '/api/team', { name: 'Mine' })).status).toBe(403)
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  const post = async (person: Person, query = '') => {
    const answer = await fetch(`${baton.url}/api/team/avatar${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'baton-organization': 'acme', 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    })
    return { status: answer.status, body: (await answer.json()) as { avatar?: string } }
  }
  const [first, second] = [await post(ann), await post(ann)]
  expect([first.status, second.status]).toEqual([200, 200])
  expect((await ann.do('GET', '/api/team')).team.avatar).toBe(second.body.avatar)
  expect((await fetch(`${baton.url}/files/${second.body.avatar}`)).headers.get('content-type')).toBe('image/webp')
  expect((await post(bob)).status).toBe(403)
  expect((await post(ann, '?team=ops-team')).status).toBe(200)
  const discarded = await baton.look('select file from discarded_files where file = $1', [first.body.avatar])
  expect(discarded).toHaveLength(1)
})
