import { afterEach, expect, test } from 'vitest'
import { createLocalEmbeddings } from '../../src/platform/embeddings/local-embeddings.ts'
import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts'
import { cosine, model } from './model-copy.ts'
import reference from './reference.json' with { type: 'json' }

const open: Embeddings[] = []
const start = (more: Partial<Parameters<typeof createLocalEmbeddings>[0]> = {}): Embeddings => {
  const one = createLocalEmbeddings({ folder: model, threads: 1, onChange: () => {}, ...more })
  open.push(one)
  return one
}
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())))

const sentences = Array.from(
  { length: 40 },
  (_, at) => `Sentence ${at} about ${'something rather long '.repeat(at % 7)}and the number ${at * at}.`,
)

test('gives the vectors of the reference, of length one', async () => {
  const vectors = await start().embed(
    reference.map(({ text }) => text),
    'passage',
  )
  expect(vectors).toHaveLength(reference.length)
  reference.forEach(({ vector }, at) => {
    const own = vectors[at] ?? new Float32Array()
    expect(cosine(own, own)).toBeCloseTo(1, 5)
    expect(cosine(own, vector)).toBeGreaterThan(0.999)
  })
})

test('a text has the same vector whatever is embedded beside it, and by however many threads', async () => {
  const [one, two] = [start(), start({ threads: 2 })]
  const together = await two.embed(sentences, 'passage')
  for (const at of [0, 6, 39]) expect((await one.embed([sentences[at] ?? ''], 'query'))[0]).toEqual(together[at])
})

test('the end of a long text counts too', async () => {
  const start256 = 'The quarterly budget of the marketing department was discussed at length. '.repeat(40)
  const end = 'Penguins huddle together on the antarctic ice to keep their eggs warm. '.repeat(40)
  const [head, whole, question] = await start().embed([start256, start256 + end, 'how do penguins stay warm?'], 'passage')
  if (!head || !whole || !question) throw new Error('no vectors')
  expect(cosine(whole, whole)).toBeCloseTo(1, 5)
  expect(cosine(whole, question)).toBeGreaterThan(cosine(head, question) + 0.2)
})

test('any text has a vector: none, only spaces, other scripts, very long', async () => {
  const odd = ['', '   ', '日本語のテキスト 🙂', '\0\uD800', 'word '.repeat(60_000)]
  for (const vector of await start().embed(odd, 'passage')) expect(cosine(vector, vector)).toBeCloseTo(1, 5)
})

test('questions go ahead of the passages that wait', async () => {
  const embeddings = start()
  const order: string[] = []
  const passages = embeddings.embed(sentences, 'passage').then(() => order.push('passages'))
  const question = embeddings.embed(['what is the number?'], 'query').then(() => order.push('question'))
  await Promise.all([passages, question])
  expect(order).toEqual(['question', 'passages'])
})

test('more texts than may wait are refused, not piled up', async () => {
  const embeddings = start({ maxWaiting: 30 })
  await expect(embeddings.embed(sentences, 'passage')).rejects.toThrow('too many texts wait')
  expect(await embeddings.embed(sentences.slice(0, 20), 'passage')).toHaveLength(20)
})

test('whoever cannot wait longer is told so, and the texts nobody waits for are dropped', async () => {
  const embeddings = start({ patience: { query: 20_000, passage: 1 } })
  await expect(embeddings.embed(sentences, 'passage')).rejects.toThrow('longer than 1 ms')
  expect(await embeddings.embed(['still there'], 'query')).toHaveLength(1)
})

test('a caller can wait for less than usual', async () => {
  const embeddings = start()
  await expect(embeddings.embed(sentences, 'passage', 1)).rejects.toThrow('longer than 1 ms')
  expect(embeddings.state).toBe('ready')
  expect(await embeddings.embed(['still there'], 'passage')).toHaveLength(1)
})

test('no text, no work', async () => {
  expect(await start().embed([], 'passage')).toEqual([])
})

test('closing lets go of those who wait', async () => {
  const embeddings = start()
  const [late] = await Promise.allSettled([embeddings.embed(sentences, 'passage'), embeddings.close()])
  expect(late).toMatchObject({ status: 'rejected', reason: { message: 'Baton is shutting down' } })
})
