import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { hashed } from './made-models.ts'
import { embedAll, runJob } from './worker-runs.ts'

let baton: Baton
let person: Person
let org: string

beforeAll(async () => {
  baton = await startBaton({ EMBEDDINGS: 'off' })
  person = await baton.person('owner')
  org = person.user.personal_organization_id
  await person.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

const use = (embeddings: Embeddings) => void (baton.node.assembly.kernel.services.embeddings = embeddings)
const search = (query: string) => person.do('GET', `/api/memories/search?query=${encodeURIComponent(query)}`)
const store = (content: string) => person.do('POST', '/api/memories', { project: 'web', content })
const counts = () => baton.look('select model_id, count(*)::integer as count from memory_embeddings group by 1 order by 1')

test('without a model memories are found by their words, and the answer says that it was only those', async () => {
  await store('The lighthouse is painted red')
  expect(await search('lighthouse')).toMatchObject({
    mode: 'text',
    note: expect.stringContaining('off'),
    items: [{ why: { text: ['lighthouse'] } }],
  })
})

test('what was stored without a model is embedded when there is one', async () => {
  use(hashed('first', 64))
  expect(await runJob(baton, 'queueEmbeddings')).toEqual({ organizations: 1 })
  expect(await embedAll(baton, org)).toBe(1)
  expect(await search('lighthouse')).toMatchObject({ mode: 'hybrid' })
  expect(await runJob(baton, 'queueEmbeddings')).toEqual({ organizations: 0 })
})

test('another model is filled beside the first and takes its place at once, when it is complete', async () => {
  const first = hashed('first', 64)
  const second = hashed('second', 96)
  for (let number = 0; number < 70; number++) await store(`Fact ${number} about the harbour`)
  await embedAll(baton, org)
  use(second)
  expect(await runJob(baton, 'adoptEmbeddingModel')).toMatchObject({ state: 'next' })
  await runJob(baton, 'embedMemories', org)
  expect(await runJob(baton, 'adoptEmbeddingModel')).toMatchObject({ state: 'next' })
  // A node with the old model keeps searching with it; one with the new model waits until all vectors are there.
  expect(await search('harbour')).toMatchObject({ mode: 'text' })
  use(first)
  expect(await search('harbour')).toMatchObject({ mode: 'hybrid' })
  use(second)
  await embedAll(baton, org)
  expect(await runJob(baton, 'adoptEmbeddingModel')).toMatchObject({ state: 'current' })
  expect(await search('harbour')).toMatchObject({ mode: 'hybrid' })
  expect(await counts()).toEqual([
    { model_id: 'first', count: 71 },
    { model_id: 'second', count: 71 },
  ])
  baton.clock.advance(8 * 86_400_000)
  expect(await runJob(baton, 'adoptEmbeddingModel')).toMatchObject({ dropped: 1 })
  expect(await counts()).toEqual([{ model_id: 'second', count: 71 }])
})
