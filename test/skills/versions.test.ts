import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/platform/postgres.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { call, streamableClient } from '../mcp/clients.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
})
afterAll(() => baton.close())

const create = (slug: string, more: object = {}) =>
  ann.do('POST', '/api/skills', { slug, name: slug, description: 'First', body: 'One', ...more })

test('another text or description adds a version; a name or tag does not', async () => {
  await create('review')
  expect((await ann.do('PUT', '/api/skills/review', { body: 'Two' })).revision).toBe(2)
  expect((await ann.do('PUT', '/api/skills/review', { description: 'Second' })).revision).toBe(3)
  expect((await ann.do('PATCH', '/api/skills/review', { name: 'Review', tags: ['a'] })).revision).toBe(3)
  expect((await ann.do('PUT', '/api/skills/review', { body: 'Two' })).revision).toBe(3)
  expect((await ann.do('POST', '/api/skills/review/versions', { body: 'Four' })).revision).toBe(4)
  const { items } = await ann.do('GET', '/api/skills/review/versions')
  expect(items.map(({ number, description }: any) => [number, description])).toEqual([
    [4, 'Second'],
    [3, 'Second'],
    [2, 'First'],
    [1, 'First'],
  ])
  expect(await ann.do('GET', '/api/skills/review/versions/1')).toMatchObject({ number: 1, body: 'One', author_id: ann.user.id })
  expect((await ann.call('GET', '/api/skills/review/versions/9')).status).toBe(404)
})

test('an old version comes back as a new one', async () => {
  await create('plan')
  await ann.do('PUT', '/api/skills/plan', { body: 'Two', description: 'Second' })
  expect(await ann.do('POST', '/api/skills/plan/versions/1/restore')).toMatchObject({ revision: 3, description: 'First' })
  expect(await ann.do('GET', '/api/skills/plan/versions/3')).toMatchObject({ body: 'One', restored_from: 1 })
  expect((await ann.do('GET', '/api/skills/plan')).body).toBe('One')
})

test('the database lets nobody who serves change or remove a version', async () => {
  const { id } = await create('fixed')
  const { database } = baton.node.assembly.kernel
  const place = { org: ann.organization ?? '', user: ann.user.id }
  const attempt = (text: string) => database.withRealm('organization', place, 'write', (tx) => tx.rows(sql(text), { id }))
  await expect(attempt("update skill_versions set body = 'Other' where skill_id = :id")).rejects.toMatchObject({ code: '42501' })
  await expect(attempt('delete from skill_versions where skill_id = :id')).rejects.toMatchObject({ code: '42501' })
})

test('two changes at once make two versions, or one is told that it is late', async () => {
  const { version } = await create('busy')
  const bodies = ['A', 'B', 'C', 'D']
  await Promise.all(bodies.map((body) => ann.do('PUT', '/api/skills/busy', { body })))
  const { items } = await ann.do('GET', '/api/skills/busy/versions')
  expect(items.map(({ number }: any) => number)).toEqual([5, 4, 3, 2, 1])
  expect((await ann.call('PUT', '/api/skills/busy', { body: 'E', version })).body.code).toBe('stale_version')
})

test('a deleted skill is gone for everybody and comes back as it was', async () => {
  await create('old', { visibility: 'team' })
  expect((await ann.do('DELETE', '/api/skills/old')).deleted_at).not.toBeNull()
  expect((await ann.call('GET', '/api/skills/old')).status).toBe(404)
  await create('old', { visibility: 'team', body: 'The next' })
  expect((await ann.call('POST', '/api/skills/old/restore')).body).toMatchObject({ code: 'conflict', suggestion: 'old-2' })
  await ann.do('DELETE', '/api/skills/old')
  expect(await ann.do('POST', '/api/skills/old/restore')).toMatchObject({ slug: 'old', visibility: 'team', deleted_at: null })
  expect((await ann.do('GET', '/api/skills/old')).body).toBe('The next')
})

test('an agent gets a long text in pieces, the web API whole', async () => {
  const body = `${'x'.repeat(11_999)}😀${'y'.repeat(15_000)}`
  await create('long', { body })
  const whole = await ann.do('GET', '/api/skills/long')
  expect(whole).toMatchObject({ body, next_from: null, body_length: body.length })
  const client = await streamableClient({ url: baton.url, token: (await ann.mcpToken()).token })
  const pieces: string[] = []
  for (let from: number | null = 0; from !== null;) {
    const { structuredContent, content } = await call(client, 'get_skill', { skill: 'long', from })
    expect(content[0]?.text).not.toContain('(cut at')
    pieces.push(structuredContent.body)
    from = structuredContent.next_from ?? null
  }
  expect(pieces).toHaveLength(3)
  expect(pieces.join('')).toBe(body)
  await client.close()
})
