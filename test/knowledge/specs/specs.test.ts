import { createHash } from 'node:crypto'
import { applyPatch } from 'diff'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { sql } from '../../../src/platform/postgres.ts'

let baton: Baton
let owner: Person
let member: Person

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('owner')).createOrganization('acme')
  member = (await baton.person('member')).in(owner.organization ?? '')
  await owner.api.addMember({ user: 'member' })
  await owner.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

const create = (title: string, body = 'first\n') => owner.api.createSpec({ project: 'web', title, body })
const events = (subject: string) =>
  baton.look<{ type: string; data: any; project_id: string }>(
    'select type, data, project_id from events where subject_id = $1 order by seq',
    [subject],
  )

test('a spec has a ref of its project, and each text it ever had', async () => {
  const spec = await create('Login')
  expect(spec).toMatchObject({ ref: expect.stringMatching(/^WEB-S\d+$/), status: 'draft', latest_version: 1, same_title: [] })
  const updated = await owner.api.updateSpec({ spec: spec.ref, body: 'second\n', based_on: 1, summary: 'better', status: 'review' })
  expect(updated).toMatchObject({ latest_version: 2, status: 'review', version_added: true })
  const first = await owner.do('GET', `/api/specs/${spec.id}/versions/1`)
  expect(first).toMatchObject({ body: 'first\n', shown: { number: 1, body_length: 6 }, latest_version: 2 })
  expect(first.shown.body_sha256).toBe(createHash('sha256').update('first\n').digest('hex'))
  const { items } = await owner.api.listSpecVersions({ spec: spec.ref })
  expect(items).toMatchObject([{ number: 2, summary: 'better', created_by: owner.user.id }, { number: 1 }])
  expect((await owner.call('GET', `/api/specs/${spec.ref}/versions/3`)).status).toBe(404)
  const told = await events(spec.id)
  expect(told.map(({ type }) => type)).toEqual(['spec.created', 'spec.version_added', 'spec.updated'])
  expect(told.every(({ project_id }) => project_id === spec.project_id)).toBe(true)
  expect(JSON.stringify(told)).not.toContain('second')
})

test('the same body again makes no version and says so', async () => {
  const spec = await create('Same')
  const again = await owner.api.updateSpec({ spec: spec.ref, body: 'first\n', based_on: 1 })
  expect(again).toMatchObject({
    latest_version: 1,
    version: 1,
    version_added: false,
    note: expect.stringContaining('no version was added'),
  })
})

test('of many writers on one version one wins, and the others learn at which version it now is', async () => {
  const spec = await create('Contested')
  const write = (place: number) => owner.call('PATCH', `/api/specs/${spec.ref}`, { body: `text ${place}\n`, based_on: 1 })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, place) => write(place)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
  expect(answers.find(({ status }) => status === 412)?.body).toMatchObject({ code: 'stale_version', latest_version: 2 })
  expect((await owner.call('PATCH', `/api/specs/${spec.ref}`, { body: 'unnamed' })).body.code).toBe('invalid')
  expect((await owner.call('PATCH', `/api/specs/${spec.ref}`, { title: 'Old', version: 1 })).body.code).toBe('stale_version')
})

test('the database refuses to change or remove a version, whoever serves', async () => {
  const spec = await create('Immutable')
  const { database } = baton.node.assembly.kernel
  const place = { org: owner.organization ?? '', user: owner.user.id }
  const run = (text: string) => database.withRealm('organization', place, 'write', (tx) => tx.rows(sql(text), { spec: spec.id }))
  for (const text of [
    "update spec_versions set body = 'changed' where spec_id = :spec",
    'update spec_versions set number = 7 where spec_id = :spec',
    'delete from spec_versions where spec_id = :spec',
    'delete from specs where id = :spec',
  ]) {
    await expect(run(text), text).rejects.toMatchObject({ code: '42501' })
  }
  const repeat = 'insert into spec_versions select * from spec_versions where spec_id = :spec'
  await expect(run(repeat)).rejects.toMatchObject({ code: '23505' })
  await expect(run('select body from spec_versions where spec_id = :spec')).resolves.toEqual([{ body: 'first\n' }])
})

test('the difference between two versions turns one into the other', async () => {
  const spec = await create('Compared', 'one\ntwo\nthree\n')
  await owner.api.addSpecVersion({ spec: spec.ref, body: 'one\n2\nthree\nfour', based_on: 1 })
  const diff = await owner.api.compareSpec({ spec: spec.ref, from: 1, to: 2 })
  expect(diff).toMatchObject({ from: 1, to: 2, lines_added: 2, lines_removed: 1, shortest: true })
  expect(applyPatch('one\ntwo\nthree\n', diff.unified)).toBe('one\n2\nthree\nfour')
  expect(diff.hunks[0]?.lines).toContain('+2')
  expect(await owner.api.compareSpec({ spec: spec.ref })).toEqual(diff)
  const back = await owner.api.getSpec({ spec: spec.ref, number: 1, compare: 2 })
  expect(applyPatch('one\n2\nthree\nfour', back.diff?.unified ?? '')).toBe('one\ntwo\nthree\n')
  expect(back).toMatchObject({ body: null, diff: { hunk_count: 1, hunks: [{ old_start: 1 }] } })
  expect((await owner.api.compareSpec({ spec: spec.ref, from: 0, to: 1 })).lines_added).toBe(3)
  expect((await owner.call('GET', `/api/specs/${spec.ref}/diff?from=9`)).status).toBe(404)
})

test('a long body comes in pieces that make up the whole', async () => {
  const body = 'ab👩‍👩‍👧'.repeat(9000)
  const spec = await create('Long', body)
  let whole = ''
  for (let offset: number | null = 0; offset !== null;) {
    const piece: any = await owner.api.getSpec({ spec: spec.ref, offset, limit: 9999 })
    expect(piece.body.length).toBeLessThanOrEqual(9999)
    whole += piece.body
    offset = piece.next_offset
  }
  expect(whole).toBe(body)
  expect((await owner.call('POST', '/api/projects/web/specs', { title: 'Too long', body: 'x'.repeat(100_001) })).status).toBe(400)
})

test('a spec is found by ref in any case, by id and by title; a title that two have is refused with their refs', async () => {
  const spec = await create('Unusual name')
  for (const name of [spec.ref.toLowerCase(), spec.id, 'unusual NAME']) {
    expect((await owner.api.getSpec({ spec: name })).id).toBe(spec.id)
  }
  const twin = await create('unusual name')
  expect(twin.same_title).toEqual([spec.ref])
  const both = await owner.call('GET', '/api/specs/Unusual%20name')
  expect(both.body).toMatchObject({ code: 'conflict', detail: expect.stringContaining(`${spec.ref}, ${twin.ref}`) })
})

test('the list can be narrowed by project, status, tag, how a title begins and when it changed', async () => {
  const spec = await owner.api.createSpec({ project: 'web', title: 'Narrow 100%', status: 'approved', tags: ['api', 'v2'] })
  const refs = async (query: string) => (await owner.do('GET', `/api/specs?${query}`)).items.map(({ ref }: { ref: string }) => ref)
  expect(await refs('tag=v2')).toEqual([spec.ref])
  expect(await refs('status=approved&project=web')).toEqual([spec.ref])
  expect(await refs('title=narrow%20100%25')).toEqual([spec.ref])
  expect(await refs('title=arrow')).toEqual([])
  expect(await refs('since=2999-01-01')).toEqual([])
  expect(await refs('since=2020-01-01T00:00:00Z&limit=1')).toEqual([spec.ref])
})

test('a deleted spec is gone from every read and comes back with its versions', async () => {
  const spec = await create('Deleted')
  expect((await owner.api.deleteSpec({ spec: spec.ref })).deleted_at).toBeTruthy()
  for (const path of [spec.ref, spec.id, `${spec.ref}/versions`, `${spec.ref}/diff`, 'Deleted']) {
    expect((await owner.call('GET', `/api/specs/${path}`)).status, path).toBe(404)
  }
  expect((await owner.call('PATCH', `/api/specs/${spec.ref}`, { title: 'x' })).status).toBe(404)
  expect((await owner.api.restoreSpec({ spec: spec.ref })).deleted_at).toBe(null)
  expect((await owner.api.getSpec({ spec: spec.ref })).body).toBe('first\n')
  expect((await events(spec.id)).map(({ type }) => type)).toEqual(['spec.created', 'spec.deleted', 'spec.restored'])
})

test('who links to which version is shown, also that it is outdated, to those who see both', async () => {
  await owner.api.createProject({ name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
  const spec = await create('Linked')
  const hidden = await owner.api.logDecision({ project: 'secret', title: 'Canary decision', links: [`${spec.ref}@1`] })
  const open = await owner.api.logDecision({ project: 'web', title: 'Open decision', links: [`spec:${spec.ref}@1`] })
  const loose = await owner.api.logDecision({ title: 'Loose decision', links: [spec.id] })
  const seen = async (who: Person) =>
    Object.fromEntries((await who.api.getSpec({ spec: spec.ref })).backlinks.map((link) => [link.ref, [link.version, link.outdated]]))
  expect(await seen(owner)).toEqual({ [hidden.ref]: [1, false], [open.ref]: [1, false], [loose.ref]: [null, false] })
  await owner.api.updateSpec({ spec: spec.ref, body: 'newer', based_on: 1 })
  expect(await seen(member)).toEqual({ [open.ref]: [1, true], [loose.ref]: [null, false] })
})

test('the specs of a private project are nobody else’s', async () => {
  const spec = await owner.api.createSpec({ project: 'secret', title: 'Canary spec', body: 'canary' })
  await owner.api.updateSpec({ spec: spec.ref, body: 'canary two', based_on: 1 })
  const paths = ['', '/versions', '/versions/1', '/diff'].flatMap((rest) =>
    [spec.ref, spec.id, 'Canary%20spec'].map((name) => `/api/specs/${name}${rest}`),
  )
  for (const path of [...paths, '/api/projects/secret/specs']) expect((await member.call('GET', path)).status, path).toBe(404)
  for (const query of ['', '?title=canary', '?project=web']) {
    expect((await member.call('GET', `/api/specs${query}`)).text).not.toContain('anary')
  }
  const link = await member.call('POST', '/api/projects/web/decisions', { title: 'Reaching', links: [spec.ref] })
  expect(link.status).toBe(404)
  await owner.api.addProjectMember({ project: 'secret', user: 'member' })
  expect((await member.api.getSpec({ spec: spec.ref })).body).toBe('canary two')
})
