import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchOf } from '../../src/capabilities/memory/vectors/turns.ts'
import { answer, startEndpoint, status } from '../embeddings/endpoint-server.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'
import { runJob } from './worker-runs.ts'
import { patience } from '../harness/wait.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
let baton: Baton
let person: Person
beforeAll(async () => {
  endpoint = await startEndpoint()
  baton = await startBaton({ EMBEDDINGS_URL: endpoint.url, EMBEDDINGS_KEY: 'sk-secret-key', EMBEDDINGS_MODEL: 'letters' })
  person = await baton.person()
  await person.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  await runJob(baton, 'adoptEmbeddingModel', person.user.personal_organization_id)
})
afterAll(async () => {
  await baton.close()
  await endpoint.close()
})

const embed = () => runJob(baton, 'embedMemories', person.user.personal_organization_id)
/** A batch is left to the worker. */
const batch = (...contents: string[]) =>
  person.do('POST', '/api/memories/batch', { project: 'web', entries: contents.map((content) => ({ content })) })
const missing = async () => (await baton.look('select 1 from memories where embedded_as is null')).length

test('a batch is bounded by its characters, and one text is always taken', () => {
  const texts = (count: number, length: number) => Array.from({ length: count }, () => 'x'.repeat(length))
  const size = (items: string[]) => batchOf(items, (text) => text).length
  expect([size(texts(64, 100)), size(texts(50, 20_000)), size(texts(1, 100_000)), size([])]).toEqual([64, 3, 1, 0])
})

test('a text the model cannot take is set aside with a reason, and holds up no other', async () => {
  // Rejects every batch that contains the text, as an endpoint does with input that it considers harmful or too long.
  const picky = (response: Parameters<typeof answer>[0], request: Parameters<typeof answer>[1] & { authorization: string | undefined }) =>
    request.input.some((text) => text.includes('poison')) ? response.writeHead(400).end('{}') : answer(response, request)
  endpoint.odd.push(...Array.from({ length: 40 }, () => picky as (typeof endpoint.odd)[number]))
  await batch('one apple', 'two bananas', 'three poison darts', 'four dates')
  expect((await embed()).embedded).toBe(3)
  expect(await missing()).toBe(1)
  await embed()
  await embed()
  expect(await missing()).toBe(0)
  const [row] = await baton.look('select failures, reason from embedding_failures')
  expect(row).toMatchObject({ failures: 3, reason: expect.stringContaining('endpoint') })
  endpoint.odd.length = 0
  const { text } = await send(baton.url, 'GET', '/metrics')
  expect(text).toContain('baton_vectors_set_aside{of="memories"} 1')
  expect(text).toContain('baton_vectors_missing{of="memories"} 0')
  const { items } = await person.do('GET', '/api/projects/web/memories/search?query=poison')
  expect(items[0].content).toContain('poison')
  // The runbook's statement: once the cause is gone, set-aside texts are retried.
  const [again = ''] =
    /`(with again as .*?)`/s.exec(readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8'))?.slice(1) ?? []
  await baton.look(again)
  expect((await embed()).embedded).toBe(1)
})

test('while the model is down no text is blamed, and all are embedded once it is back', async () => {
  await batch('stored while nothing worked')
  endpoint.odd.push(...Array.from({ length: 20 }, () => status(401)))
  await expect(embed()).rejects.toThrow()
  endpoint.odd.length = 0
  expect(
    await baton.look("select 1 from embedding_failures f join memories m on m.id = f.item_id where m.content like 'stored while%'"),
  ).toEqual([])
  await expect.poll(async () => (await embed().catch(() => ({ embedded: 0 }))).embedded, { timeout: patience, interval: 500 }).toBe(1)
})
