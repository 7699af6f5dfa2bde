import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EmbeddingsError, type Embeddings } from '../../src/platform/embeddings/embeddings.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { call, streamableClient } from '../mcp/clients.ts'
import { angled } from './made-models.ts'
import { embedAll, runJob } from './worker-runs.ts'

let baton: Baton
let person: Person
let org: string
let number = 0
/** Each test has a project of its own: memories are compared with those of their scope. */
let project: string
const degrees = new Map<string, number>()
const model = angled(degrees)

beforeAll(async () => {
  baton = await startBaton({ EMBEDDINGS: 'off' })
  person = await baton.person('owner')
  org = person.user.personal_organization_id
  use(model)
  await runJob(baton, 'adoptEmbeddingModel')
})
beforeEach(async () => {
  use(model)
  project = `web-${number++}`
  await person.do('POST', '/api/projects', { name: 'Web', slug: project })
})
afterAll(() => baton.close())

const use = (embeddings: Embeddings) => void (baton.node.assembly.kernel.services.embeddings = embeddings)
const at = (content: string, angle: number): string => {
  degrees.set(content, angle)
  return content
}
const store = (content: string, more: object = {}) => person.do('POST', '/api/memories', { project, content, ...more })
const search = (query: string) => person.do('GET', `/api/memories/search?project=${project}&query=${encodeURIComponent(query)}`)
const reviews = async () => (await person.do('GET', `/api/memory-reviews?project=${project}`)).items
const vectors = async (id: string) => (await baton.look('select from memory_embeddings where memory_id = $1', [id])).length

test('a memory is found by meaning in the next call, with nothing left for the worker', async () => {
  const { id, embedded } = await store(at('The lighthouse is painted red', 10))
  expect(embedded).toBe(true)
  const { items, mode } = await search(at('colour of the beacon', 12))
  expect(mode).toBe('hybrid')
  expect(items[0]).toMatchObject({ id, why: { text: [] } })
  expect(items[0].why.meaning).toBeGreaterThan(0.99)
  expect(await runJob(baton, 'embedMemories', org)).toEqual({ embedded: 0 })
  expect((await runJob(baton, 'placeMemories', org)).placed).toBeGreaterThan(0)
})

test('what supersedes is found at once too, and what it superseded has no vector', async () => {
  const old = await store(at('Deploys go out on Monday', 40))
  const { id } = await person.do('POST', `/api/memories/${old.id}/supersede`, { content: at('Deploys go out on Tuesday', 42) })
  expect([await vectors(old.id), await vectors(id)]).toEqual([0, 1])
  expect((await search(at('release day', 41))).items.map((hit: any) => hit.id)).toEqual([id])
})

test('a model that is late, broken or off leaves the text to the worker, and a long text and a batch are its own', async () => {
  const waits: (number | undefined)[] = []
  const failing = (error: Error): Embeddings => ({
    ...model,
    embed: (_, __, within) => {
      waits.push(within)
      return Promise.reject(error)
    },
  })
  for (const error of [new EmbeddingsError('embedding took longer than 300 ms'), new Error('lost')]) {
    use(failing(error))
    expect(await store(`Nothing worked: ${error.message}`)).toMatchObject({ embedded: false })
  }
  expect(waits).toEqual([300, 300])
  expect(await store('word '.repeat(900))).toMatchObject({ embedded: false })
  expect(waits).toHaveLength(2)
  use({ ...model, state: 'off', model: null })
  expect(await store('No model at all')).toMatchObject({ embedded: false, similar: [] })
  use(model)
  await person.do('POST', '/api/memories/batch', { project, entries: [{ content: 'One of many' }] })
  const { items } = await person.do('GET', `/api/memories?project=${project}`)
  expect(items.map(({ embedded }: any) => embedded)).toEqual([false, false, false, false, false])
  expect(await embedAll(baton, org)).toBe(5)
})

test('similar are the three nearest of the scope from 0.55 on, whatever their words, each with its kind and the call to make', async () => {
  const limit = await store(at('The limit is 100 requests a minute', 0))
  const quota = await store(at('Anything beyond the quota is throttled', 20))
  const far = await store(at('The office has a garden', 120))
  const gone = await store(at('A quota was planned', 55))
  await person.do('DELETE', `/api/memories/${gone.id}`)
  // 0.64 away from the limit, below what a review takes, and named a contradiction by its words.
  const { id, similar, next } = await store(at('The limit is 500 requests a minute', 50))
  expect(similar).toEqual([
    expect.objectContaining({
      id: quota.id,
      kind: 'related',
      similarity: 0.866,
      call: { operation: 'storeMemory', supersedes: quota.ref },
    }),
    expect.objectContaining({ id: limit.id, kind: 'contradiction', similarity: 0.643 }),
  ])
  expect(next).toContain(`supersedes: ${limit.ref}`)
  expect(JSON.stringify(similar)).not.toContain(far.id)
  for (const angle of [51, 52, 53]) await store(at(`Something near ${angle} degrees`, angle))
  expect((await store(at('One more', 52))).similar).toHaveLength(3)
  expect((await reviews()).map((review: any) => review.newer.id)).not.toContain(id)
})

test('an agent reads the call in the answer, and making it lets the memory take the place of the other without storing it twice', async () => {
  const client = await streamableClient({ url: baton.url, token: (await person.mcpToken()).token, client: 'scout' })
  try {
    const old = await store(at('Invoices are kept for seven years', 0))
    const content = at('Invoices are kept for ten years', 10)
    const said = await call(client, 'store_memory', { project, content })
    const { ref, similar, next } = said.structuredContent
    expect(similar).toMatchObject([{ ref: old.ref, kind: 'contradiction' }])
    expect(next).toContain(`supersedes: ${old.ref}`)
    expect(said.content[0]?.text).toContain(`supersedes: ${old.ref}`)
    const again = await call(client, 'store_memory', { content, supersedes: old.ref })
    expect(again.structuredContent).toMatchObject({ ref, supersedes_ref: old.ref })
    expect((await person.do('GET', `/api/memories?project=${project}`)).items.map((one: any) => one.ref)).toEqual([ref])
    expect((await person.do('GET', `/api/memories/${ref}`)).history.map((one: any) => one.id)).toEqual([old.id])
  } finally {
    await client.close()
  }
})

test('those that say the same or the opposite are reviewed at once, also if two are stored at the same time', async () => {
  const old = await store(at('The cache is enabled for guests', 0))
  const other = await store(at('The cache is disabled for guests', 10))
  expect(await reviews()).toMatchObject([{ kind: 'contradiction', newer: { id: other.id }, older: { id: old.id } }])
  for (let pair = 0; pair < 5; pair++) {
    const texts = [
      at(`Pair ${pair}: the backup runs at night`, 90 + 10 * pair),
      at(`Pair ${pair}: the backup runs by night`, 90 + 10 * pair),
    ]
    const stored = await Promise.all(texts.map((content) => store(content)))
    const ids: string[] = stored.map(({ id }): string => id).toSorted()
    const found = (await reviews()).filter((review: any) => review.newer.id === ids[1] && review.older.id === ids[0])
    expect(found).toMatchObject([{ kind: 'duplicate' }])
  }
})

test('the worker compares what it embeds with what was stored later and has its vector already', async () => {
  const { items } = await person.do('POST', '/api/memories/batch', { project, entries: [{ content: at('The API has two replicas', 0) }] })
  const later = await store(at('The API has three replicas', 5))
  expect(await reviews()).toEqual([])
  await embedAll(baton, org)
  expect(await reviews()).toMatchObject([{ kind: 'contradiction', newer: { id: later.id }, older: { id: items[0].id } }])
})
