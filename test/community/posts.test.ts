import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
let root: Person
beforeAll(async () => {
  baton = await startBaton({ COMMUNITY_POSTS_PER_HOUR: '6' })
  ann = await baton.person('ann')
  bob = await baton.person('bob')
  root = await baton.administrator()
})
afterAll(() => baton.close())

const write = (person: Person, body: string, more: object = { title: 'A question' }) =>
  person.call('POST', '/api/community/posts', { body, ...more })
const moderate = (id: string, action: string, reason = 'Because of it') =>
  root.do('PATCH', `/api/admin/community/posts/${id}`, { action, reason })
const seenBy = async (person: Person) => (await person.do('GET', '/api/community/posts')).items.map(({ id }: { id: string }) => id)

test('first posts wait for a moderator; whoever has two shown writes freely', async () => {
  const { body: first } = await write(ann, 'How do I start?')
  expect(first.status).toBe('pending')
  expect([await seenBy(ann), await seenBy(bob)]).toEqual([[first.id], []])
  expect((await bob.call('GET', `/api/community/posts/${first.id}`)).status).toBe(404)
  expect((await root.do('GET', '/api/admin/community/posts?status=pending')).items.map(({ id }: { id: string }) => id)).toEqual([first.id])
  await moderate(first.id, 'approve', 'A good question')
  expect(await seenBy(bob)).toEqual([first.id])
  const { body: second } = await write(ann, 'And how do I go on?')
  expect(second.status).toBe('pending')
  await moderate(second.id, 'approve')
  expect((await write(ann, 'And now?')).body.status).toBe('published')
  const { body: answer } = await write(bob, 'Like this.', { parent: first.id })
  expect(answer.status).toBe('pending')
  await moderate(answer.id, 'approve')
  const thread = await ann.do('GET', `/api/community/posts/${first.id}`)
  expect(thread.answers).toMatchObject([{ body: 'Like this.', author: { handle: 'bob' } }])
  expect((await write(bob, 'Deeper', { parent: answer.id })).status).toBe(400)
})

test('links are few, and fewest for whoever is new', async () => {
  const two = 'See https://a.example and [this](https://b.example).'
  expect((await write(bob, two)).status).toBe(400)
  expect((await write(bob, 'See https://a.example.')).status).toBe(201)
  expect((await write(ann, two)).status).toBe(201)
  expect((await write(ann, 'https://a.example '.repeat(6))).status).toBe(400)
})

test('so many an hour, and no key or token writes', async () => {
  const cara = await baton.person('cara')
  for (let posts = 0; posts < 6; posts++) expect((await write(cara, 'Once more')).status).toBe(201)
  expect((await write(cara, 'Once more')).status).toBe(429)
  const { key } = await ann.do('POST', '/api/settings/api-keys', { name: 'robot' })
  const robot = await send(
    baton.url,
    'POST',
    '/api/community/posts',
    { title: 'Hi', body: 'I am a robot' },
    { authorization: `Bearer ${key}` },
  )
  expect(robot.body.code).toBe('needs_person')
})

test('three flags hide a post until a moderator has looked; every moderation has reason, author and undo', async () => {
  const { items } = await ann.do('GET', '/api/community/posts?mine=true')
  const id = items.at(-1).id as string
  const flag = (person: Person) => person.call('POST', `/api/community/posts/${id}/flag`, { reason: 'It is spam' })
  expect((await flag(ann)).status).toBe(409)
  const others = [bob, await baton.person('dan'), await baton.person('eve')]
  await flag(bob)
  await flag(bob)
  await flag(others[1] as Person)
  expect(await seenBy(bob)).toContain(id)
  await flag(others[2] as Person)
  expect(await seenBy(bob)).not.toContain(id)
  const own = (await ann.do('GET', `/api/community/posts/${id}`)) as { status: string; moderation: unknown }
  expect(own).toMatchObject({ status: 'hidden', moderation: { action: 'flags', reason: '3 people flagged it' } })
  expect((await root.call('PATCH', `/api/admin/community/posts/${id}`, { action: 'restore' })).status).toBe(400)
  const restored = await moderate(id, 'restore', 'It is not')
  expect(restored).toMatchObject({ status: 'published', flags: [{ reason: 'It is spam' }, {}, {}] })
  expect(restored.moderations[0]).toMatchObject({
    action: 'restore',
    reason: 'It is not',
    moderator: root.user.handle,
    before: 'hidden',
    after: 'published',
  })
  // A moderator restored it deliberately, so another flag doesn't hide it again.
  expect((await (await baton.person('fay')).call('POST', `/api/community/posts/${id}/flag`, { reason: 'Spam!' })).status).toBe(200)
  expect(await seenBy(bob)).toContain(id)

  const removed = await root.do('DELETE', `/api/admin/community/posts/${id}?reason=Asked%20for`)
  expect(removed.status).toBe('removed')
  expect(await seenBy(bob)).not.toContain(id)
  const undone = await moderate(id, 'undo', 'A mistake')
  expect([undone.status, undone.moderations[0].action, undone.moderations[1].undone_at !== null]).toEqual(['published', 'undo', true])
  expect((await bob.call('PATCH', `/api/admin/community/posts/${id}`, { action: 'hide', reason: 'Mine' })).status).toBe(403)
})

test('an author takes a post back, nobody else does', async () => {
  const { items } = await ann.do('GET', '/api/community/posts?mine=true')
  const { id } = items[0]
  expect((await bob.call('DELETE', `/api/community/posts/${id}`)).status).toBe(403)
  expect((await ann.do('DELETE', `/api/community/posts/${id}`)).status).toBe('withdrawn')
  expect((await ann.call('GET', `/api/community/posts/${id}`)).status).toBe(404)
  expect((await root.call('PATCH', `/api/admin/community/posts/${id}`, { action: 'approve', reason: 'But yes' })).status).toBe(409)
})

test('where people are invited there is no community, unless the operator wants one', async () => {
  const closed = await startBaton({ REGISTRATION: 'invite', COMMUNITY: 'off' })
  try {
    expect((await send(closed.url, 'GET', '/api/contact/challenge')).status).toBe(404)
  } finally {
    await closed.close()
  }
})
