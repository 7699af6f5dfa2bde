import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { referencesIn } from '../looping/references.ts'
import { call, result, streamableClient, type McpClient } from '../mcp/clients.ts'
import { embedAll } from './worker-runs.ts'

let baton: Baton
let ann: Person
let stranger: Person
let client: McpClient

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  stranger = await (await baton.person('stranger')).createOrganization('elsewhere')
  await ann.do('POST', '/api/projects', { name: 'Harbor', slug: 'harbor', key: 'HAR' })
  await ann.do('POST', '/api/projects', { name: 'Ways', slug: 'ways', key: 'WAY' })
  await stranger.do('POST', '/api/projects', { name: 'Far', slug: 'far', key: 'FAR' })
  client = await streamableClient({ url: baton.url, token: (await ann.mcpToken()).token, client: 'scout' })
})
afterAll(async () => {
  await client.close()
  await baton.close()
})

const store = (content: string, more: object = {}) => ann.do('POST', '/api/memories', { project: 'harbor', content, ...more })
const numberOf = (ref: string): number => Number(ref.slice(ref.lastIndexOf('M') + 1))
const numbersOf = (items: { ref: string }[]): number[] => items.map(({ ref }) => numberOf(ref))

test('memories are numbered in their project, however they come to be, and a number never comes again', async () => {
  const first = await store('The crane is yellow.')
  expect(first.ref).toBe('HAR-M1')
  const batch = await ann.do('POST', '/api/memories/batch', { project: 'harbor', entries: [{ content: 'One.' }, { content: 'Two.' }] })
  expect(batch.items.map(({ ref }: any) => ref)).toEqual(['HAR-M2', 'HAR-M3'])
  const better = await ann.do('POST', '/api/memories/HAR-M1/supersede', { content: 'The crane is green.' })
  expect(better.ref).toBe('HAR-M4')
  expect((await store('The crane is loud.')).ref).toBe('HAR-M5')
  await baton.look('delete from memories where ref = $1', ['HAR-M5'])
  expect((await store('The crane is red.')).ref).toBe('HAR-M6')
  expect((await ann.do('POST', '/api/memories', { project: 'ways', content: 'Ways are narrow.' })).ref).toBe('WAY-M1')
})

test('many stored at the same time each get a number of their own', async () => {
  const stored = await Promise.all(Array.from({ length: 8 }, (_, n) => store(`Bollard ${n} holds.`)))
  expect(new Set(stored.map(({ ref }) => ref)).size).toBe(8)
})

test('what belongs to an agent or a session is numbered in the organization', async () => {
  const agent = await ann.do('POST', '/api/agents', { name: 'Helper', role: 'writer' })
  const own = await ann.do('POST', '/api/memories', { agent: agent.slug, content: 'Short sentences.' })
  const other = await ann.do('POST', '/api/agents', { name: 'Other', role: 'writer' })
  const next = await ann.do('POST', '/api/memories', { agent: other.slug, content: 'Long ones.' })
  expect([own.ref, next.ref]).toEqual(['M1', 'M2'])
  const { memory } = await ann.do('GET', `/api/agents/${agent.slug}`)
  expect(memory.newest).toMatchObject([{ ref: 'M1' }])
})

test('what is stored without a number, as the version before does it, gets the next one', async () => {
  const last = (await store('Before.')) as { ref: string; id: string }
  await baton.look(
    `insert into memories (org_id, id, scope, scope_id, project_id, place, content, trust, created_by, created_at, updated_at)
      select org_id, gen_random_uuid(), scope, scope_id, project_id, place + n, 'Old program ' || n, trust, created_by, created_at, updated_at
      from memories, generate_series(1, 3) n where id = $1`,
    [last.id],
  )
  const found = await baton.look<{ ref: string }>("select ref from memories where content like 'Old program%' order by place")
  expect(numbersOf(found)).toEqual([1, 2, 3].map((step) => numberOf(last.ref) + step))
})

/** For each place that names a memory: the rest of the input, and a memory that fits there. */
const places: Record<string, { given?: object; deleted?: true }> = {
  'getMemory.memory': {},
  'listMemories.memory': {},
  'updateMemory.memory': { given: { pinned: true } },
  'supersedeMemory.memory': { given: { content: 'In its place.' } },
  'deleteMemory.memory': {},
  'restoreMemory.memory': { deleted: true },
  'flagMemory.memory': { given: { others: ['$other'] } },
  'flagMemory.others': { given: { memory: '$other' } },
  'storeMemory.supersedes': { given: { content: 'Instead of it.' } },
}
const known = [...operations].flatMap(([name, { contract }]) =>
  referencesIn(contract.input)
    .filter(({ kind }) => kind === 'memory')
    .map(({ path, list }) => ({ name, field: path[0] ?? '', list })),
)

test('every place that names a memory is tried below', () => {
  expect(known.map(({ name, field }) => `${name}.${field}`).toSorted()).toEqual(Object.keys(places).toSorted())
})

test.each(known)('$name takes a ref as $field, in any case, and knows none of another organization', async ({ name, field, list }) => {
  const { given = {}, deleted } = places[`${name}.${field}`] ?? {}
  const other = await store(`Beside ${name} ${field}.`)
  const rest = JSON.parse(JSON.stringify(given).replaceAll('$other', other.ref)) as object
  const ask = (ref: string) => (ann.api as any)[name]({ ...rest, [field]: list ? [ref] : ref })
  const fresh = async (person: Person, project: string) => {
    const memory = await person.do('POST', '/api/memories', { project, content: `For ${name} ${field}.` })
    if (deleted) await person.do('DELETE', `/api/memories/${memory.id}`)
    return memory
  }
  for (const spelled of [(ref: string) => ref, (ref: string) => ref.toLowerCase()]) {
    const mine = await fresh(ann, 'harbor')
    const answer = await ask(spelled(mine.ref))
    // What takes its place has it in its history.
    const told = name === 'supersedeMemory' ? await ann.do('GET', `/api/memories/${answer.ref}`) : answer
    expect(JSON.stringify(told)).toContain(mine.id)
  }
  const theirs = await fresh(stranger, 'far')
  expect(theirs.ref).toMatch(/^FAR-M/)
  await expect(ask(theirs.ref)).rejects.toMatchObject({ status: 404 })
})

test('a source of kind memory is named by its ref, and lends its trust', async () => {
  const outside = await store('From a page.', { sources: [{ kind: 'web', ref: 'https://example.org' }] })
  const source = { kind: 'memory', ref: outside.ref.toLowerCase() }
  expect(await store('Drawn from it.', { sources: [source] })).toMatchObject({ trust: 'external', sources: [source] })
  const { status } = await ann.call('POST', '/api/memories', {
    project: 'harbor',
    content: 'Drawn from nothing.',
    sources: [{ kind: 'memory', ref: 'FAR-M1' }],
  })
  expect(status).toBe(404)
})

test('a search for a ref finds that memory first and is sure, in any case and before anything is embedded', async () => {
  const wanted = await store('The pilot boards at the outer buoy.')
  await store(`Nobody reads ${wanted.ref.replace('M', 'N')}.`)
  for (const query of [wanted.ref, wanted.ref.toLowerCase(), `What does ${wanted.ref} say?`]) {
    const q = encodeURIComponent(query)
    const sure = { id: wanted.id, ref: wanted.ref, confidence: 'sure' }
    expect(await ann.do('GET', `/api/memories/search?query=${q}`)).toMatchObject({ found: 'sure' })
    expect((await ann.do('GET', `/api/memories/search?query=${q}`)).items[0]).toMatchObject(sure)
    expect((await ann.do('GET', `/api/knowledge/search?query=${q}`)).items[0]).toMatchObject(sure)
    const all = await ann.do('GET', `/api/search?q=${q}`)
    expect(all.items[0]).toMatchObject({ ...sure, kind: 'memory', why: { exact: true } })
  }
  const elsewhere = await ann.do('GET', `/api/memories/search?query=${wanted.ref}&project=ways`)
  expect(elsewhere.items.map(({ id }: any) => id)).not.toContain(wanted.id)
  const strange = await stranger.do('GET', `/api/memories/search?query=${wanted.ref}`)
  expect(strange.items.map(({ id }: any) => id)).not.toContain(wanted.id)
})

test('the ref of a superseded memory finds the one in its place', async () => {
  const old = await store('The lock opens at six.')
  const mid = await ann.do('POST', `/api/memories/${old.ref}/supersede`, { content: 'The lock opens at seven.' })
  const now = await ann.do('POST', `/api/memories/${mid.ref}/supersede`, { content: 'The lock opens at eight.' })
  expect((await ann.do('GET', `/api/memories/search?query=${old.ref}`)).items[0]).toMatchObject({ id: now.id, confidence: 'sure' })
})

test('an agent is shown refs, and none of the ids that they stand for', async () => {
  const tell = async (tool: string, fields: Record<string, unknown>) => (await call(client, tool, fields)).structuredContent
  const before = await tell('store_memory', { project: 'harbor', content: 'Fenders hang on the left side.' })
  expect(before.ref).toMatch(/^HAR-M\d+$/)
  const after = await tell('store_memory', { content: 'Fenders hang on the right side.', supersedes: before.ref })
  expect(after).toMatchObject({ supersedes_ref: before.ref })
  await embedAll(baton, ann.organization ?? '')
  const { structuredContent, content } = await call(client, 'search_memory', { query: 'Where do fenders hang?', project: 'harbor' })
  expect(structuredContent.items[0]).toMatchObject({ ref: after.ref, supersedes_ref: before.ref })
  const ids = await baton.look<{ id: string }>('select id from memories')
  // All of them: a cursor to others would hold an id.
  const list = await call(client, 'list_memories', { project: 'harbor', limit: 100 })
  const { key } = await ann.do('POST', '/api/tasks', { project: 'harbor', title: 'Hang the fenders on the right side' })
  const claimed = await call(client, 'claim_task', { task: key })
  expect(claimed.structuredContent.memories.map(({ ref }: any) => ref)).toContain(after.ref)
  const told = JSON.stringify([
    structuredContent,
    content,
    list.structuredContent,
    list.content,
    claimed.structuredContent,
    claimed.content,
    after,
  ])
  const around = ids.map(({ id }) => told.indexOf(id)).filter((at) => at >= 0)
  expect(around.map((at) => told.slice(at - 100, at + 50))).toEqual([])
  expect(await result(client, 'delete_memory', { memory: after.ref, confirm: true })).toMatchObject({ ref: after.ref })
  expect(await result(client, 'delete_memory', { memory: after.ref, restore: true })).toMatchObject({ ref: after.ref })
})
