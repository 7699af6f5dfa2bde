import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Node } from '../../src/main/node.ts'
import { newId } from '../../src/platform/ids.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { LiveClient } from './live-client.ts'

let baton: Baton
let ann: Person
let bob: Person
let far: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Open', slug: 'open', key: 'OPEN' })
  far = (await baton.addNode()).address
})
afterAll(() => baton.close())

const createTask = (project: string, title: string) => ann.do('POST', '/api/tasks', { project, title })

/** An event that everyone sees: once it has arrived, no earlier event can still be missing. */
async function marker(live: LiveClient, id: string): Promise<void> {
  const task = await createTask('open', 'marker')
  await live.until((frame) => frame.id === id && frame.event?.subject_id === task.id)
}

test('a private project’s events reach a member only while in it', async () => {
  const live = await LiveClient.connect(bob, far)
  await live.subscribe({ id: 'org', to: 'organization' })
  const secret = await ann.do('POST', '/api/projects', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
  await createTask('secret', 'Nobody else knows')
  await marker(live, 'org')
  expect(live.texts.join()).not.toContain(secret.id)
  expect(live.frames.filter((frame) => frame.resync)).toEqual([])

  await ann.do('PUT', '/api/projects/secret/members/bob')
  await live.until((frame) => frame.id === 'org' && frame.resync === 'access_changed')
  const task = await createTask('secret', 'Bob may know')
  await live.until((frame) => frame.event?.subject_id === task.id)

  live.frames.length = live.texts.length = 0
  await ann.do('DELETE', '/api/projects/secret/members/bob')
  await createTask('secret', 'Bob may not know any more')
  await marker(live, 'org')
  expect(live.frames.some((frame) => frame.resync === 'access_changed')).toBe(true)
  expect(live.texts.join()).not.toContain(secret.id)
  await live.close()
})

test('a project that turns private falls silent at once, and its subscription ends', async () => {
  const turning = await ann.do('POST', '/api/projects', { name: 'Turning', slug: 'turning', key: 'TURN' })
  const live = await LiveClient.connect(bob, far)
  await live.subscribe({ id: 'org', to: 'organization' })
  await live.subscribe({ id: 'project', to: 'project', project: 'turning' })
  await createTask('turning', 'Seen')
  await live.until((frame) => frame.id === 'project' && !!frame.event)
  // All of these may be read in the same batch as the change itself.
  await ann.do('PATCH', '/api/projects/turning', { visibility: 'private' })
  const hidden = await Promise.all(Array.from({ length: 20 }, (_, n) => createTask('turning', `Unseen ${n}`)))
  await live.until((frame) => frame.id === 'project' && frame.ended === 'not_found')
  await marker(live, 'org')
  for (const task of hidden) expect(live.texts.join()).not.toContain(task.id)
  const resumed = await LiveClient.connect(bob)
  await resumed.subscribe({ id: 'org', to: 'organization', after: 0 })
  await marker(resumed, 'org')
  expect(resumed.events('org').some((event) => event.project_id === turning.id)).toBe(false)
  expect(resumed.frames.some((frame) => frame.resync === 'access_changed')).toBe(true)
  await Promise.all([live.close(), resumed.close()])
})

test('an admin sees private projects, and no longer when made a member again', async () => {
  await ann.do('POST', '/api/projects', { name: 'Board', slug: 'board', key: 'BRD', visibility: 'private' })
  const live = await LiveClient.connect(bob)
  await live.subscribe({ id: 'org', to: 'organization' })
  await ann.do('PATCH', '/api/organization/members/bob', { role: 'admin' })
  const seen = await createTask('board', 'For admins')
  await live.until((frame) => frame.event?.subject_id === seen.id)
  await ann.do('PATCH', '/api/organization/members/bob', { role: 'member' })
  const unseen = await createTask('board', 'Not for members')
  await marker(live, 'org')
  expect(live.texts.join()).not.toContain(unseen.id)
  expect(live.frames.filter((frame) => frame.resync)).toHaveLength(2)
  await live.close()
})

test('a hidden, a foreign and a missing project are refused with the same bytes', async () => {
  const eve = await (await baton.person('eve')).createOrganization('evil')
  const foreign = await eve.do('POST', '/api/projects', { name: 'Foreign', slug: 'foreign', key: 'FOR' })
  const hidden = await ann.do('POST', '/api/projects', { name: 'Hidden', slug: 'hidden', key: 'HID', visibility: 'private' })
  const live = await LiveClient.connect(bob)
  const answers: string[] = []
  for (const project of [hidden.id, foreign.id, newId()]) {
    const before = live.texts.length
    expect((await live.subscribe({ id: `to ${project}`, to: 'project', project })).error?.code).toBe('not_found')
    answers.push(live.texts.slice(before).join().replaceAll(project, 'X'))
  }
  expect(new Set(answers).size).toBe(1)
  await live.close()
})

test('a deleted project’s subscription sees the deletion and ends', async () => {
  await ann.do('POST', '/api/projects', { name: 'Brief', slug: 'brief', key: 'BRF' })
  const live = await LiveClient.connect(bob)
  await live.subscribe({ id: 'brief', to: 'project', project: 'brief' })
  await ann.do('DELETE', '/api/projects/brief')
  await live.until((frame) => frame.ended === 'not_found')
  expect(live.events('brief').at(-1)?.type).toBe('project.deleted')
  await live.close()
})

/** The person's visibility is read twice when they join, for the replay and for the join itself; this delays the second answer. */
function heldUp({ assembly }: Node, person: Person): { read: Promise<void>; release(): void } {
  const { database } = assembly.kernel
  const [read, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let answers = 0
  database.withRealm = ((original) => async (realm, place, mode, work) => {
    const result = await original(realm, place, mode, work)
    if (place.user === person.user.id && ++answers === 2) {
      read.resolve()
      await release.promise
    }
    return result
  })(database.withRealm)
  return { read: read.promise, release: release.resolve }
}

/** Does something and waits until this node has received the hint. */
async function told<T>({ assembly }: Node, act: () => Promise<T>): Promise<T> {
  const news = Promise.withResolvers<void>()
  // Subscribers to the same channel are called in the order they subscribed, so the node has been told by then.
  await assembly.hints.subscribe('news:*', (_, channel) => channel === `news:${ann.organization}` && news.resolve())
  const done = await act()
  await news.promise
  return done
}

test('a project hidden while somebody joins stays hidden from them', async () => {
  await ann.do('POST', '/api/projects', { name: 'Racing', slug: 'racing', key: 'RACE' })
  const node = await baton.addNode()
  const standing = await LiveClient.connect(ann, node.address)
  await standing.subscribe({ id: 'org', to: 'organization' })
  const live = await LiveClient.connect(bob, node.address)
  const { read, release } = heldUp(node, bob)
  await live.subscribe({ id: 'org', to: 'organization' })
  await read
  await told(node, () => ann.do('PATCH', '/api/projects/racing', { visibility: 'private' }))
  release()
  const hidden = await createTask('racing', 'Unseen')
  await marker(live, 'org')
  expect(live.texts.join()).not.toContain(hidden.id)
  expect(standing.texts.join()).toContain(hidden.id)
  await Promise.all([standing.close(), live.close()])
})

test('what happens while the first one joins is told at once', async () => {
  const node = await baton.addNode()
  const live = await LiveClient.connect(bob, node.address)
  const { read, release } = heldUp(node, bob)
  await live.subscribe({ id: 'org', to: 'organization' })
  await read
  const task = await told(node, () => createTask('open', 'Meanwhile'))
  release()
  await live.until((frame) => frame.event?.subject_id === task.id)
  await live.close()
})

test('who leaves the organization hears nothing more, even before the socket is closed', async () => {
  const cid = (await baton.person('cid')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'cid', role: 'member' })
  const live = await LiveClient.connect(cid)
  const { at } = await live.subscribe({ id: 'org', to: 'organization' })
  await ann.do('DELETE', '/api/organization/members/cid')
  await createTask('open', 'Without Cid')
  // A presence change from before may still arrive; it names nobody.
  expect(await live.until((frame) => frame.id === 'org' && frame.changed !== 'presence.changed')).toEqual({ id: 'org', ended: 'not_found' })
  await live.closed
  expect(live.frames.filter((frame) => (frame.seq ?? 0) > (at ?? 0))).toEqual([])
  await ann.do('POST', '/api/organization/members', { user: 'cid', role: 'member' })
  const again = await LiveClient.connect(cid)
  await again.subscribe({ id: 'org', to: 'organization', after: at ?? 0 })
  await marker(again, 'org')
  await again.close()
})
