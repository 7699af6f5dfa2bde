import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input } from '../../../client/src/create-client.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { callTool } from '../../looping/mcp-client.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let owner: Person
let member: Person

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('owner')).createOrganization('acme')
  member = (await baton.person('member')).in(owner.organization ?? '')
  await owner.api.addMember({ user: 'member' })
  await owner.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
  await owner.api.createProject({ name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
})
afterAll(() => baton.close())

const write = (person: Person, fields: Input<'createNote'>) => person.api.createNote(fields)
const read = (person: Person, id: string) => person.api.getNote({ note: id })
const titles = (links: { title: string }[]) => links.map((link) => link.title).toSorted()
const events = (id: string) =>
  baton.look<{ type: string; data: any; owner_id: string | null }>(
    'select type, data, owner_id from events where subject_id = $1 order by seq',
    [id],
  )

test('names in double brackets lead to tasks and notes, and what they do not find is told', async () => {
  const task = await owner.api.createTask({ project: 'web', title: 'Fix login' })
  const other = await write(owner, { project: 'web', title: 'Plan B' })
  const content = `[[${task.key.toLowerCase()}]], [[plan b]], [[${other.id}]], [[nowhere]] and \`[[in code]]\``
  const note = await write(owner, { project: 'web', title: 'Linking', content })
  expect(titles(note.links)).toEqual(['Fix login', 'Plan B'])
  expect(note.links).toContainEqual(expect.objectContaining({ kind: 'task', ref: task.key, id: task.id }))
  expect(note.unresolved).toEqual(['nowhere'])
  const shown = await read(owner, note.id)
  expect(titles(shown.links)).toEqual(['Fix login', 'Plan B'])
  expect(shown.unresolved).toEqual(['nowhere'])
  expect(titles((await read(owner, other.id)).backlinks)).toEqual(['Linking'])
})

test('links given beside the text must lead somewhere, and stay when the text changes', async () => {
  const target = await write(owner, { project: 'web', title: 'Beside' })
  const refused = await owner.call('POST', '/api/notes', { title: 'x', links: ['no such thing'] })
  expect(refused.status).toBe(404)
  const note = await write(owner, { project: 'web', title: 'With links', links: ['Beside'] })
  const changed = await owner.api.updateNote({ note: note.id, content: 'other words' })
  expect(titles(changed.links)).toEqual(['Beside'])
  expect((await owner.api.updateNote({ note: note.id, links: [] })).links).toEqual([])
  expect((await read(owner, target.id)).backlinks).toEqual([])
})

test('a renamed note keeps what links to it, also when the linking text is edited', async () => {
  const target = await write(owner, { project: 'web', title: 'Old title' })
  const note = await write(owner, { project: 'web', title: 'Keeps', content: 'see [[Old title]]' })
  await owner.api.updateNote({ note: target.id, title: 'New title' })
  expect(titles((await read(owner, note.id)).links)).toEqual(['New title'])
  await write(owner, { project: 'web', title: 'Old title' })
  const edited = await owner.api.updateNote({ note: note.id, content: 'still see [[Old title]]' })
  expect(edited.links).toEqual([expect.objectContaining({ id: target.id, title: 'New title' })])
  expect(edited.unresolved).toEqual([])
  expect((await owner.api.updateNote({ note: note.id, content: 'no more' })).links).toEqual([])
})

test('of several notes with one title the one of the same project is meant', async () => {
  await write(owner, { title: 'Ideas' })
  const near = await write(owner, { project: 'web', title: 'Ideas' })
  const note = await write(owner, { project: 'web', title: 'Near', content: '[[Ideas]]' })
  expect(note.links.map((link: { id: string }) => link.id)).toEqual([near.id])
})

test('nobody reads through a link what they may not see, and nobody cuts it by editing around it', async () => {
  const hidden = await owner.api.createTask({ project: 'secret', title: 'canary task' })
  const secret = await write(owner, { project: 'secret', title: 'canary note', content: '[[Open note]]' })
  const open = await write(owner, { project: 'web', title: 'Open note', content: `[[${hidden.key}]] [[canary note]]`, links: [secret.id] })
  await owner.api.updateNote({ note: secret.id, content: '[[Open note]]!' })
  const seen = await member.call('GET', `/api/notes/${open.id}`)
  expect(seen.body).toMatchObject({ links: [], backlinks: [], unresolved: [hidden.key, 'canary note'] })
  expect(seen.text).not.toContain(secret.id)
  expect(titles((await read(owner, open.id)).backlinks)).toEqual(['canary note'])
  const edited = await member.api.updateNote({ note: open.id, content: `more [[${hidden.key}]]` })
  expect(edited.links).toEqual([])
  expect(titles((await read(owner, open.id)).links)).toEqual(['canary note', 'canary task'])
  for (const name of [hidden.key, hidden.id, secret.id, 'canary note', 'SEC-999']) {
    const answer = await member.call('POST', '/api/notes', { title: 'guess', links: [name] })
    expect(answer.status).toBe(404)
    expect(answer.text.replaceAll(name, '')).not.toContain('canary')
  }
})

test('a note without a project is its owner’s alone, an admin’s of the organization included', async () => {
  const note = await write(member, { title: 'Private canary', content: 'mine' })
  expect(note).toMatchObject({ project_id: null, owner_id: member.user.id })
  expect((await owner.call('GET', `/api/notes/${note.id}`)).status).toBe(404)
  expect((await owner.call('PUT', `/api/notes/${note.id}`, { title: 'x' })).status).toBe(404)
  for (const query of ['', '?personal=true', '?search=canary', '?deleted=true']) {
    expect((await owner.call('GET', `/api/notes${query}`)).text, query).not.toContain('Private canary')
  }
  expect(titles((await member.api.listNotes({ personal: true })).items)).toEqual(['Private canary'])
  expect((await events(note.id))[0]).toMatchObject({ type: 'note.created', owner_id: member.user.id })
})

test('lists are filtered by tag, project and day, pinned ones come first, and pages neither skip nor repeat', async () => {
  await owner.api.createProject({ name: 'Pages', slug: 'pages' })
  for (let place = 0; place < 7; place++) {
    await write(owner, {
      project: 'pages',
      title: `Note ${place}`,
      tags: ['all', `t${place % 2}`, 'all'],
      pinned: place === 2 || place === 5,
    })
  }
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await owner.do('GET', `/api/projects/pages/notes?limit=2${cursor}`)
    seen.push(...page.items.map((note: { title: string }) => note.title))
    cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : ''
  } while (cursor)
  expect(seen).toEqual(['Note 5', 'Note 2', 'Note 6', 'Note 4', 'Note 3', 'Note 1', 'Note 0'])
  const list = async (query: string) => titles((await owner.do('GET', `/api/notes?project=pages&${query}`)).items)
  expect(await list('tag=t1')).toEqual(['Note 1', 'Note 3', 'Note 5'])
  expect(await list('since=2000-01-01&until=2000-01-02')).toEqual([])
  expect(await list('since=2000-01-01T00:00:00Z')).toHaveLength(7)
  expect((await owner.call('GET', '/api/notes?since=2026-02-31')).status).toBe(400)
})

test('a deleted note leaves lists and backlinks and comes back with its links', async () => {
  const target = await write(owner, { project: 'web', title: 'Stays' })
  const note = await write(owner, { project: 'web', title: 'Goes', content: '[[Stays]]' })
  expect((await owner.api.deleteNote({ note: note.id })).deleted_at).toBeTruthy()
  expect((await owner.call('GET', `/api/notes/${note.id}`)).status).toBe(404)
  expect((await read(owner, target.id)).backlinks).toEqual([])
  expect(titles((await owner.api.listNotes({ deleted: true })).items)).toContain('Goes')
  expect((await owner.api.restoreNote({ note: note.id })).deleted_at).toBeNull()
  expect(titles((await read(owner, target.id)).backlinks)).toEqual(['Goes'])
  expect((await owner.call('POST', `/api/notes/${note.id}/restore`)).status).toBe(404)
})

test('only whom a text names for the first time is told of it', async () => {
  const note = await write(owner, { project: 'web', title: 'Mentions', content: '@member and `@owner`' })
  await owner.api.updateNote({ note: note.id, content: '@member and @owner' })
  await owner.api.updateNote({ note: note.id, tags: ['x'] })
  const told = (await events(note.id)).map((event) => event.data.mentions)
  expect(told).toEqual([[member.user.id], [owner.user.id], []])
  const own = await write(owner, { title: 'Own', content: '@member' })
  expect((await events(own.id))[0]?.data.mentions).toEqual([])
})

test('an update may name the version it saw, and one that changes nothing is none', async () => {
  const note = await write(owner, { project: 'web', title: 'Versions' })
  await owner.api.updateNote({ note: note.id, title: 'Versions', version: 1 })
  expect((await read(owner, note.id)).version).toBe(1)
  await owner.api.updateNote({ note: note.id, content: 'new', version: 1 })
  const stale = await owner.call('PUT', `/api/notes/${note.id}`, { content: 'newer', version: 1 })
  expect(stale.body.code).toBe('stale_version')
  expect((await read(owner, note.id)).content).toBe('new')
})

test('a note of an archived project is read and not written', async () => {
  await owner.api.createProject({ name: 'Old', slug: 'old' })
  const note = await write(owner, { project: 'old', title: 'Kept' })
  await owner.api.archiveProject({ project: 'old', restore: false })
  expect((await read(owner, note.id)).title).toBe('Kept')
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/publish'],
  ] as const) {
    expect((await owner.call(method, `/api/notes/${note.id}${path}`, method === 'DELETE' ? undefined : {})).status).toBe(409)
  }
})

test('a note of the largest size with very many links is stored within a second or so', async () => {
  const content = Array.from({ length: 10_000 }, (_, place) => `[[n${place}]]`)
    .join(' ')
    .padEnd(100_000)
  const note = await write(owner, { title: 'Large', content })
  expect(note).toMatchObject({ content_length: 100_000, links: [] })
  expect(note.unresolved).toHaveLength(200)
  expect((await owner.call('POST', '/api/notes', { title: 'Too large', content: 'x'.repeat(100_001) })).status).toBe(400)
})

test('an agent reads a long note piece by piece and gets all of it, whole characters only', async () => {
  const content = '𝔸b'.repeat(10_000)
  const note = await write(owner, { title: 'Long', content })
  const { token } = await owner.mcpToken()
  let read = ''
  let offset: number | null = 0
  while (offset !== null) {
    const { body } = await callTool(baton.url, token, 'get_note', { note: note.id, offset })
    expect(body?.['content'].length).toBeLessThanOrEqual(12_000)
    read += body?.['content']
    offset = body?.['next_offset'] as number | null
  }
  expect(read).toBe(content)
  const written = await callTool(baton.url, token, 'update_note', { note: note.id, tags: ['long'] })
  expect(written.body?.['content'].length).toBeLessThanOrEqual(1000)
})
