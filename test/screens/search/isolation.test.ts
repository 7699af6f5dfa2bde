import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../src/platform/postgres.ts'
import type { Person } from '../../harness/person.ts'
import { runJob } from '../../memory/worker-runs.ts'
import { openScene, search, suggest, titles, type SearchScene } from './scene.ts'

let scene: SearchScene
let stranger: Person
let viewer: Person

beforeAll(async () => {
  scene = await openScene()
  const { baton, owner } = scene
  stranger = await (await baton.person('stranger')).createOrganization('other')
  viewer = (await baton.person('viewer')).in(scene.org)
  await owner.do('POST', '/api/organization/members', { user: 'viewer', role: 'viewer' })
})
afterAll(() => scene.baton.close())

/** All titles about this that the search endpoints return for a query; what else comes closest is no matter. */
async function told(person: Person, q: string, about = new RegExp(q, 'i')): Promise<string[]> {
  const answers = await Promise.all([
    search(person, q),
    search(person, q, '&archived=true&limit=50'),
    suggest(person, q),
    person.do('POST', '/api/search/ai', { q }),
  ])
  return [...new Set(answers.flatMap(titles))].filter((title) => about.test(title)).toSorted()
}

const web = { project: 'web' }
const secret = { project: 'secret' }

test('nothing of a private project is found by whoever does not see it, by words, by key or by meaning; who joins finds it', async () => {
  const { owner, member, baton, org } = scene
  const task = await owner.do('POST', '/api/tasks', {
    ...secret,
    title: 'Quokka rescue',
    description: 'Before the acquisition is announced.',
  })
  await owner.do('POST', `/api/tasks/${task.key}/comments`, { body: 'Quokka food is in the shed.' })
  for (const [path, fields] of [
    ['/api/notes', { content: 'x' }],
    ['/api/specs', { body: 'x' }],
    ['/api/decisions', { rationale: 'x' }],
    ['/api/features', {}],
  ] as const) {
    await owner.do('POST', path, { ...secret, title: `Quokka ${path.slice(5)}`, ...fields })
  }
  await owner.do('POST', '/api/memories', { ...secret, content: 'Quokka memories are secret.' })
  await runJob(baton, 'adoptEmbeddingModel')
  await runJob(baton, 'embedDocuments', org)
  for (const q of ['quokka', task.key, '"quokka food"', 'small Australian marsupial', 'company takeover']) {
    for (const one of [member, viewer, stranger]) expect(await told(one, q, /quokka|secret/i), q).toEqual([])
  }
  // The counts tell nothing of it either: they are those of what is shown.
  const { facets, items } = await search(member, 'quokka')
  expect(facets.reduce((sum: number, { count }: any) => sum + count, 0)).toBe(items.length)
  expect(await told(owner, 'quokka')).toHaveLength(6)
  await owner.do('PUT', '/api/projects/secret/members/member')
  expect(await told(member, 'quokka')).toHaveLength(6)
  await owner.do('DELETE', '/api/projects/secret/members/member')
  expect(await told(member, 'quokka')).toEqual([])
  await owner.do('PATCH', '/api/projects/secret', { visibility: 'organization' })
  expect(await told(member, 'quokka')).toHaveLength(6)
  await owner.do('PATCH', '/api/projects/secret', { visibility: 'private' })
  expect(await told(member, 'quokka')).toEqual([])
})

test('personal notes and skills are their owner’s alone, also to owners of the organization', async () => {
  const { owner, member } = scene
  await member.do('POST', '/api/notes', { title: 'Wombat diary', content: 'Private.' })
  await member.do('POST', '/api/skills', { name: 'Wombat handling', description: 'Mine', body: 'Gently.' })
  expect(await told(member, 'wombat')).toEqual(['Wombat diary', 'Wombat handling'])
  expect(await told(owner, 'wombat')).toEqual([])
})

test('a skill for a team is found by its team and its owner', async () => {
  const { owner, member } = scene
  const team = await owner.do('POST', '/api/teams', { name: 'Zoo', handle: 'zoo-team' })
  await owner.do('POST', '/api/skills', {
    name: 'Numbat feeding',
    description: 'Termites',
    body: 'Daily.',
    visibility: 'team',
    team: team.handle,
  })
  expect(await told(owner, 'numbat')).toContain('Numbat feeding')
  expect(await told(member, 'numbat')).toEqual([])
  await owner.do('POST', `/api/teams/${team.handle}/members`, { user: 'member' })
  expect(await told(member, 'numbat')).toEqual(['Numbat feeding'])
  await owner.do('DELETE', `/api/teams/${team.handle}`)
  expect(await told(member, 'numbat')).toEqual([])
})

test('a viewer finds what everybody sees', async () => {
  await scene.owner.do('POST', '/api/tasks', { ...web, title: 'Bilby crossing' })
  expect(await told(viewer, 'bilby')).toEqual(['Bilby crossing'])
  expect(await told(stranger, 'bilby')).toEqual([])
})

test('archived projects are searched when they are asked for or named; deleted ones never', async () => {
  const { owner, member } = scene
  await owner.do('POST', '/api/projects', { name: 'Old zoo', slug: 'old', key: 'OLD' })
  await owner.do('POST', '/api/tasks', { project: 'old', title: 'Dingo fence' })
  await owner.do('POST', '/api/memories', { project: 'old', content: 'Dingo tracks by the river.' })
  await owner.do('POST', '/api/projects/old/archive')
  const dingos = async (more = '') => titles(await search(member, 'dingo', more)).filter((title) => title.startsWith('Dingo'))
  expect(await dingos()).toEqual([])
  expect(await dingos('&archived=true')).toHaveLength(2)
  expect(await dingos('&project=old')).toHaveLength(2)
  await owner.do('DELETE', '/api/projects/old')
  expect(await told(owner, 'dingo')).toEqual([])
})

test('what is deleted is not found, nor suggested as recent', async () => {
  const { owner } = scene
  const note = await owner.do('POST', '/api/notes', { ...web, title: 'Echidna plan' })
  expect(titles(await suggest(owner, ''))[0]).toBe('Echidna plan')
  await owner.do('DELETE', `/api/notes/${note.id}`)
  expect(await told(owner, 'echidna')).toEqual([])
  expect(titles(await suggest(owner, ''))).not.toContain('Echidna plan')
})

const calls = {
  document_term_counts: "select * from app.document_term_counts(array['''quokka'''], null, true, 100) where count > 0",
  match_documents: "select * from app.match_documents(array['''quokka'''], array[1], '{}', null, null, true, 100, 100)",
  name_documents: "select * from app.name_documents('q', '''quokka''', null, null, true, 100)",
}

test.each(Object.entries(calls))(
  '%s by itself shows nothing of another organization or of a hidden project, and refuses without one',
  async (_, call) => {
    const { database } = scene.baton.node.assembly.kernel
    const as = (org: string | null, user: string) =>
      database.withRealm('organization', { org, user }, 'read', (tx) => tx.rows(sql(call), {}))
    expect(await as(stranger.organization ?? '', stranger.user.id)).toEqual([])
    expect(await as(scene.org, scene.member.user.id)).toEqual([])
    expect((await as(scene.org, scene.owner.user.id)).length).toBeGreaterThan(0)
    await expect(as(null, scene.owner.user.id)).rejects.toThrow('no organization is set')
  },
)
