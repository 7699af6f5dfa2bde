import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
let cid: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  for (const name of ['bob', 'cid']) {
    const person = (await baton.person(name)).in('acme')
    await ann.do('POST', '/api/organization/members', { user: name })
    if (name === 'bob') bob = person
    else cid = person
  }
  await ann.do('POST', '/api/teams', { name: 'Web', handle: 'web-team' })
  await ann.do('POST', '/api/teams/web-team/members', { user: 'bob' })
  for (const slug of ['secret', 'spaced', 'other']) await ann.do('POST', '/api/projects', { name: slug, slug, visibility: 'private' })
  await ann.do('POST', '/api/workspaces', { name: 'Space', slug: 'space', projects: ['spaced', 'secret'] })
})
afterAll(() => baton.close())

const listed = async (person: Person) => (await person.do('GET', '/api/teams/web-team/projects')).items

test('a team has projects by a grant and by a workspace, and each shows by which', async () => {
  expect(await listed(bob)).toEqual([])
  await ann.do('PUT', '/api/teams/web-team/projects/secret', { role: 'viewer' })
  await ann.do('POST', '/api/workspaces/space/teams', { team: 'web-team', role: 'editor' })
  expect(await listed(bob)).toMatchObject([
    {
      slug: 'secret',
      role: 'editor',
      by: [
        { workspace: null, role: 'viewer' },
        { workspace: 'Space', role: 'editor' },
      ],
    },
    { slug: 'spaced', role: 'editor', by: [{ workspace: 'Space', role: 'editor' }] },
  ])
  // Someone outside the team sees that it exists, but none of its private projects.
  expect(await listed(cid)).toEqual([])
})

test('a viewer by a grant reads and does not write; only who has the project by themselves hands it on', async () => {
  await ann.do('DELETE', '/api/workspaces/space/teams/web-team')
  expect((await bob.call('GET', '/api/projects/secret')).status).toBe(200)
  expect((await bob.call('POST', '/api/tasks', { project: 'secret', title: 'New' })).status).toBe(403)
  expect((await bob.call('PUT', '/api/teams/web-team/projects/secret', { role: 'editor' })).status).toBe(403)
  await ann.do('PUT', '/api/teams/web-team/projects/secret', { role: 'editor' })
  expect((await bob.call('POST', '/api/tasks', { project: 'secret', title: 'New' })).status).toBe(201)
  expect((await bob.call('DELETE', '/api/teams/web-team/projects/secret')).status).toBe(403)
  expect((await bob.call('PUT', '/api/teams/web-team/projects/other')).status).toBe(404)
})

test('features of the team’s projects are listed to those who see them', async () => {
  const spec = await ann.do('POST', '/api/specs', { project: 'secret', title: 'Spec', body: 'Text' })
  const feature = await ann.do('POST', '/api/features', { project: 'secret', title: 'Login', spec: spec.ref })
  const refs = async (person: Person) =>
    (await person.do('GET', '/api/teams/web-team/features')).items.map((one: { ref: string }) => one.ref)
  expect(await refs(bob)).toEqual([feature.ref])
  expect(await refs(cid)).toEqual([])
  expect((await bob.do('GET', '/api/teams/web-team/features?status=complete')).items).toEqual([])
})

test('a burst is one line, every event is in one line of one page, and people and agents are told apart', async () => {
  await ann.do('POST', '/api/projects', { name: 'Open', slug: 'open', key: 'OPN' })
  for (let n = 0; n < 12; n++) await bob.do('POST', '/api/tasks', { project: 'open', title: `Task ${n}` })
  await ann.do('POST', '/api/tasks', { project: 'open', title: 'By Ann' })
  await cid.do('POST', '/api/tasks', { project: 'open', title: 'By somebody else' })
  const { items } = await bob.do('GET', '/api/teams/web-team/activity?limit=2')
  expect(items).toMatchObject([
    { type: 'task.created', count: 1, actor: { user_handle: 'ann' } },
    { type: 'task.created', count: 12, actor: { user_handle: 'bob' }, entries: Array.from({ length: 5 }, () => expect.anything()) },
  ])
  const ofBob = (await bob.do('GET', '/api/teams/web-team/activity?user=bob')).items
  expect(new Set(ofBob.map((one: { actor: { user_handle: string } }) => one.actor.user_handle))).toEqual(new Set(['bob']))
  expect((await bob.do('GET', '/api/teams/web-team/activity?user=cid')).items).toEqual([])
  const seen: number[] = []
  let events = 0
  for (let cursor = ''; ;) {
    const page = await ann.do('GET', `/api/teams/web-team/activity?limit=1${cursor && `&cursor=${cursor}`}`)
    for (const one of page.items) {
      seen.push(one.seq)
      events += one.count
    }
    if (!page.next_cursor) break
    cursor = page.next_cursor
  }
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
  const [{ count }] = (await baton.look(
    `select count(*)::integer from events e where e.org_id = $1 and e.type not like 'notification%' and (e.owner_id is null or e.owner_id = $2)
       and (e.user_id in (select user_id from team_members where org_id = $1)
         or e.subject_id = (select id from teams where org_id = $1 and handle = 'web-team'))`,
    [ann.organization, ann.user.id],
  )) as [{ count: number }]
  expect(events).toBe(count)
})
