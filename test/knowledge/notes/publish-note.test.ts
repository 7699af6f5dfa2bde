import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send, type Person } from '../../harness/person.ts'

let baton: Baton
let owner: Person
let member: Person

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('owner')).createOrganization('acme')
  member = (await baton.person('member')).in(owner.organization ?? '')
  await owner.api.addMember({ user: 'member' })
  await owner.api.createProject({ name: 'Web', slug: 'web' })
})
afterAll(() => baton.close())

const view = (slug: string) => send(baton.url, 'GET', `/api/notes/public/${slug}`)

test('a published note shows its allowed fields, follows its changes and goes when it is taken down or deleted', async () => {
  const note = await owner.api.createNote({ project: 'web', title: 'How we work!', content: 'first', tags: ['open'] })
  expect((await view('how-we-work')).status).toBe(404)
  expect((await owner.api.publishNote({ note: note.id })).public_slug).toBe('how-we-work')
  await owner.api.updateNote({ note: note.id, content: 'second' })
  const shown = await view('how-we-work')
  expect(Object.keys(shown.body).toSorted()).toEqual(['content', 'published_at', 'slug', 'tags', 'title', 'updated_at'])
  expect(shown.body).toMatchObject({ slug: 'how-we-work', title: 'How we work!', content: 'second', tags: ['open'] })
  expect((await owner.api.unpublishNote({ note: note.id })).public_slug).toBeNull()
  expect((await view('how-we-work')).status).toBe(404)
  await owner.api.publishNote({ note: note.id, slug: 'again' })
  await owner.api.publishNote({ note: note.id, slug: 'moved' })
  expect([(await view('again')).status, (await view('moved')).status]).toEqual([404, 200])
  await owner.api.deleteNote({ note: note.id })
  expect((await view('moved')).status).toBe(404)
  expect((await owner.api.restoreNote({ note: note.id })).public_slug).toBeNull()
})

test('an address that another organization has is refused with one that is free; without a wish a free one is found', async () => {
  const stranger = await baton.person('stranger')
  const theirs = await stranger.api.createNote({ title: 'Taken' })
  await stranger.api.publishNote({ note: theirs.id })
  const note = await owner.api.createNote({ title: 'Taken' })
  const refused = await owner.call('POST', `/api/notes/${note.id}/publish`, { slug: 'taken' })
  expect(refused.status).toBe(409)
  expect(refused.body.suggestion).toMatch(/^taken-[0-9a-f]{6}$/)
  expect((await owner.api.publishNote({ note: note.id, slug: refused.body.suggestion })).public_slug).toBe(refused.body.suggestion)
  const second = await owner.api.createNote({ title: 'Taken' })
  expect((await owner.api.publishNote({ note: second.id })).public_slug).toMatch(/^taken-[0-9a-f]{6}$/)
  expect((await view('taken')).body.title).toBe('Taken')
})

test('a member publishes what is their own, and those who manage what is a project’s', async () => {
  const own = await member.api.createNote({ title: 'My page' })
  expect((await member.api.publishNote({ note: own.id })).public_slug).toBe('my-page')
  const shared = await member.api.createNote({ project: 'web', title: 'Our page' })
  expect((await member.call('POST', `/api/notes/${shared.id}/publish`, {})).body.code).toBe('forbidden')
  await owner.api.publishNote({ note: shared.id })
  expect((await member.api.unpublishNote({ note: shared.id })).public_slug).toBeNull()
})

test('no key and no token publishes, nor changes what the public reads', async () => {
  const note = await owner.api.createNote({ title: 'By a key' })
  const { key } = await owner.api.createApiKey({ name: 'test' })
  const answer = await send(baton.url, 'POST', `/api/notes/${note.id}/publish`, {}, { authorization: `Bearer ${key}` })
  expect(answer.body.code).toBe('needs_person')
  await owner.api.publishNote({ note: note.id })
  const byKey = (method: string, path: string, body?: object) =>
    send(baton.url, method, `/api/notes/${note.id}${path}`, body, { authorization: `Bearer ${key}` })
  expect((await byKey('PUT', '', { content: 'leaked' })).body.code).toBe('needs_person')
  expect((await view('by-a-key')).body.content).toBe('')
  expect((await byKey('PUT', '', { pinned: true })).status).toBe(200)
  expect((await byKey('DELETE', '/publish')).status).toBe(200)
  expect((await byKey('PUT', '', { content: 'inside' })).status).toBe(200)
})

test('nothing is published from a sandbox', async () => {
  const note = await owner.api.createNote({ title: 'In a sandbox' })
  const [{ id: parent } = { id: '' }] = await baton.look<{ id: string }>('select id from organizations where id <> $1 limit 1', [
    owner.organization,
  ])
  await baton.look('update organizations set sandbox_of = $2 where id = $1', [owner.organization, parent])
  expect((await owner.call('POST', `/api/notes/${note.id}/publish`, {})).status).toBe(409)
  await baton.look('update organizations set sandbox_of = null where id = $1', [owner.organization])
})

test('what a deleted project had published goes with it', async () => {
  await owner.api.createProject({ name: 'Short', slug: 'short' })
  const note = await owner.api.createNote({ project: 'short', title: 'Short lived' })
  await owner.api.publishNote({ note: note.id })
  expect((await view('short-lived')).status).toBe(200)
  await owner.api.deleteProject({ project: 'short' })
  expect((await view('short-lived')).status).toBe(404)
})
