import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { callTool } from '../looping/mcp-client.ts'
import type { Person } from '../harness/person.ts'
import { embedAll, runJob, runWhole } from './worker-runs.ts'

let baton: Baton
let owner: Person
let member: Person
let org: string

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('owner')).createOrganization('acme')
  org = owner.organization ?? ''
  member = (await baton.person('member')).in(org)
  await owner.do('POST', '/api/organization/members', { user: 'member' })
  await owner.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await owner.do('POST', '/api/projects', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
})
afterAll(() => baton.close())

const store = (person: Person, content: string, more: object = {}) =>
  person.do('POST', '/api/memories', { project: 'web', content, ...more })
const search = (person: Person, query: string, more = '') =>
  person.do('GET', `/api/memories/search?query=${encodeURIComponent(query)}${more}`)
const contents = ({ items }: { items: { content: string }[] }) => items.map(({ content }) => content)

test('a memory is found by its words at once, by its meaning once embedded, and the hit says why', async () => {
  const stored = await store(owner, 'The staging server sleeps at night to save money', { tags: ['ops'] })
  expect(stored).toMatchObject({ trust: 'person', embedded: false, scope: 'project' })
  const atOnce = await search(owner, 'staging server')
  expect(atOnce).toMatchObject({ mode: 'text', note: expect.any(String) })
  expect(atOnce.items[0]).toMatchObject({ id: stored.id, why: { text: ['staging', 'server'], meaning: null } })
  await embedAll(baton, org)
  const later = await search(owner, 'why is the test machine off in the evening?')
  expect(later).toMatchObject({ mode: 'hybrid', found: 'unsure', note: expect.stringContaining('closest') })
  expect(later.items[0]).toMatchObject({ id: stored.id, embedded: true, confidence: 'unsure' })
  expect(later.items[0].why.meaning).toBeGreaterThan(0.3)
})

test('an irregular form finds its word', async () => {
  const stored = await store(owner, 'Jane went to Lisbon in spring')
  expect((await search(owner, 'where did Jane go')).items[0]).toMatchObject({ id: stored.id, why: { text: ['Jane', 'go'] } })
})

test('what was learnt beside it helps to find a memory whose own words do not', async () => {
  await owner.do('POST', '/api/projects', { name: 'Talk', slug: 'talk', key: 'TLK' })
  const entries = [
    'Which database does the invoice importer use?',
    'It is Postgres, version seventeen.',
    'Lunch is at noon.',
    'The cat sleeps.',
  ]
  const { items } = await owner.do('POST', '/api/memories/batch', {
    project: 'talk',
    entries: entries.map((content) => ({ content })),
  })
  const found = await search(owner, 'invoice importer', '&project=talk')
  expect(found.items[1]).toMatchObject({ id: items[1].id, why: { text: [], nearby: ['invoice', 'importer'] } })
})

test('the superseded, the expired, the not yet valid and the deleted are not found; history keeps the superseded', async () => {
  const first = await store(owner, 'Deploys go out on zebraday Monday')
  const second = await owner.do('POST', `/api/memories/${first.id}/supersede`, { content: 'Deploys go out on zebraday Tuesday' })
  await store(owner, 'zebraday was last year', { valid_until: '2020-01-01' })
  await store(owner, 'zebraday comes later', { valid_from: '2999-01-01' })
  const gone = await store(owner, 'zebraday is a mistake')
  await owner.do('DELETE', `/api/memories/${gone.id}`)
  expect(contents(await search(owner, 'zebraday')).filter((content) => content.includes('zebraday'))).toEqual([second.content])
  const shown = await owner.do('GET', `/api/memories/${second.id}`)
  expect(contents({ items: shown.history })).toEqual([first.content])
  expect((await owner.call('POST', `/api/memories/${first.id}/supersede`, { content: 'again' })).status).toBe(409)
  await owner.do('POST', `/api/memories/${gone.id}/restore`)
  expect(contents(await search(owner, 'zebraday'))).toContain('zebraday is a mistake')
})

test('nobody is trusted more than the least of their sources', async () => {
  const heard = await store(owner, 'A blog says so', { sources: [{ kind: 'web', ref: 'https://example.com' }] })
  expect(heard.trust).toBe('external')
  const derived = await store(owner, 'So it is', { sources: [{ kind: 'memory', ref: heard.id }] })
  expect(derived.trust).toBe('external')
  const { token } = await owner.mcpToken()
  const told = await callTool(baton.url, token, 'store_memory', { project: 'web', content: 'An agent thinks so' })
  expect(told.body).toMatchObject({ trust: 'agent', scope: 'project' })
  const guessed = await owner.call('POST', '/api/memories', { project: 'web', content: 'x', sources: [{ kind: 'memory', ref: 'nowhere' }] })
  expect(guessed.status).toBe(404)
})

test('an agent’s memory is its owner’s alone, and of a private project nobody finds anything who may not see it', async () => {
  const { token } = await owner.mcpToken()
  const own = await callTool(baton.url, token, 'store_memory', { content: 'canaryword of an agent' })
  expect(own.body).toMatchObject({ scope: 'agent', owner_id: owner.user.id })
  const hidden = await owner.do('POST', '/api/memories', { project: 'secret', content: 'canaryword of a secret project' })
  await embedAll(baton, org)
  const stranger = await (await baton.person()).createOrganization('elsewhere')
  for (const person of [member, stranger]) {
    const found = await search(person, 'canaryword of a secret project')
    expect(JSON.stringify(found)).not.toContain('canaryword of')
    expect(JSON.stringify(await person.do('GET', '/api/memories'))).not.toContain('canaryword')
    for (const id of [hidden.id, own.body.id]) expect((await person.call('GET', `/api/memories/${id}`)).status).toBe(404)
    expect((await person.call('GET', '/api/projects/secret/memory-map')).status).toBe(404)
  }
  expect(
    contents(await search(owner, 'canaryword'))
      .slice(0, 2)
      .toSorted(),
  ).toEqual(['canaryword of a secret project', 'canaryword of an agent'])
  const batch = await owner.do('POST', '/api/memories/clear', { project: 'secret' })
  expect((await member.call('POST', `/api/memory-clearings/${batch.clearing.id}/restore`)).status).toBe(404)
  expect((await member.do('GET', '/api/memory-clearings')).items).toEqual([])
  await owner.do('POST', `/api/memory-clearings/${batch.clearing.id}/restore`)
})

test('a dry run says how many, clearing takes them all and can be undone for thirty days', async () => {
  await owner.do('POST', '/api/projects', { name: 'Full', slug: 'full', key: 'FUL' })
  const entries = Array.from({ length: 70 }, (_, place) => ({ content: `Fact number ${place}` }))
  await owner.do('POST', '/api/memories/batch', { project: 'full', entries })
  await embedAll(baton, org)
  expect(await owner.do('POST', '/api/memories/clear', { project: 'full', dry_run: true })).toMatchObject({ count: 70, clearing: null })
  const { clearing, count } = await owner.do('POST', '/api/memories/clear', { project: 'full' })
  expect(count).toBe(70)
  await owner.do('POST', '/api/memories', { project: 'full', content: 'Fact stored afterwards' })
  expect((await owner.do('GET', '/api/memories?project=full')).items).toHaveLength(1)
  const ofCleared = 'select from memory_embeddings e join memories m on m.id = e.memory_id where m.clearing_id = $1'
  expect(await baton.look(ofCleared, [clearing.id])).toHaveLength(0)
  await owner.do('POST', `/api/memory-clearings/${clearing.id}/restore`)
  expect((await owner.do('GET', '/api/memories?project=full&limit=100')).items).toHaveLength(71)
  await embedAll(baton, org)
  expect(await baton.look('select from memory_embeddings where scope_id = $1', [clearing.scope_id])).toHaveLength(71)
  const again = await owner.do('POST', '/api/memories/clear', { project: 'full' })
  await baton.look("update memory_clearings set created_at = created_at - interval '31 days' where id = $1", [again.clearing.id])
  await baton.look("update memories set deleted_at = deleted_at - interval '31 days' where clearing_id = $1", [again.clearing.id])
  expect((await owner.call('POST', `/api/memory-clearings/${again.clearing.id}/restore`)).status).toBe(409)
  expect(await runWhole(baton, 'purge', { tables: ['memories'] })).toBe(71)
  expect((await owner.do('GET', '/api/memories?project=full&state=deleted')).items).toEqual([])
})

test('a near memory is linked for review, never merged; settling it lets one supersede the other', async () => {
  await owner.do('POST', '/api/projects', { name: 'Review', slug: 'review', key: 'REV' })
  const say = (content: string) => owner.do('POST', '/api/memories', { project: 'review', content })
  const old = await say('The API rate limit is 100 requests per minute')
  const same = await say('the API  rate limit is 100 requests per minute')
  const other = await say('The API rate limit is 500 requests per minute')
  await say('Our logo is a red fox')
  await embedAll(baton, org)
  const { items } = await owner.do('GET', '/api/memory-reviews?project=review')
  const kinds = items.map((review: any) => [review.kind, review.newer.id, review.older.id])
  expect(kinds).toContainEqual(['duplicate', same.id, old.id])
  expect(kinds).toContainEqual(['contradiction', other.id, old.id])
  expect((await owner.do('GET', '/api/memories?project=review')).items).toHaveLength(4)
  const contradiction = items.find((review: any) => review.newer.id === other.id && review.older.id === old.id)
  const settled = await owner.do('POST', `/api/memory-reviews/${contradiction.id}/resolve`, { resolution: 'keep_newer' })
  expect(settled).toMatchObject({ resolution: 'keep_newer', older: { superseded_by: other.id } })
  expect(contents(await search(owner, 'API rate limit', '&project=review'))).not.toContain(old.content)
})

test('the map places every memory of a project between -1 and 1, near ones near each other', async () => {
  await owner.do('POST', '/api/projects', { name: 'Map', slug: 'map', key: 'MAP' })
  const texts = [
    'Cats purr when they are happy',
    'Dogs bark at strangers',
    'Kittens sleep all day',
    'PostgreSQL has row-level security',
    'Redis carries hints',
    'Migrations are plain SQL',
  ]
  await owner.do('POST', '/api/memories/batch', { project: 'map', entries: texts.map((content) => ({ content })) })
  await embedAll(baton, org)
  while ((await runJob(baton, 'placeMemories', org)).scopes > 0);
  const { points, outdated } = await owner.do('GET', '/api/projects/map/memory-map')
  expect(outdated).toBe(false)
  expect(points).toHaveLength(texts.length)
  for (const { x, y } of points) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1)
  const at = (text: string) => points.find((point: any) => point.content === text)
  const apart = (a: string, b: string) => Math.hypot(at(a).x - at(b).x, at(a).y - at(b).y)
  expect(apart(texts[0]!, texts[2]!)).toBeLessThan(apart(texts[0]!, texts[3]!))
})

test('an agent gets long memories cut, with their id and length, and reads one in full by it', async () => {
  const long = `xylophone ${'word '.repeat(1000)}end`
  const { id } = await store(owner, long)
  const { token } = await owner.mcpToken()
  const { body } = await callTool(baton.url, token, 'search_memory', { query: 'xylophone', project: 'web' })
  expect(body.items[0]).toMatchObject({ id, content_length: long.length })
  expect(body.items[0].content.length).toBeLessThanOrEqual(500)
  const whole = await callTool(baton.url, token, 'list_memories', { memory: id })
  expect(whole.body.items[0].content).toBe(long)
})
