import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEndpointEmbeddings, type EndpointEmbeddings } from '../../src/platform/embeddings/endpoint-embeddings.ts'
import { answer, letters, startEndpoint, status } from './endpoint-server.ts'
import { cosine } from './model-copy.ts'
import { settles, patience } from '../harness/wait.ts'

type Settings = Parameters<typeof createEndpointEmbeddings>[0]
let endpoint: Awaited<ReturnType<typeof startEndpoint>>
const open: EndpointEmbeddings[] = []
const changes: [string, string?][] = []
beforeEach(async () => void (endpoint = await startEndpoint()))
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  await endpoint.close()
  changes.splice(0)
})

async function start(more: Partial<Settings> = {}): Promise<EndpointEmbeddings> {
  const settings: Settings = {
    url: endpoint.url,
    key: 'sk-secret-key',
    model: 'letters-small',
    prefix: { query: '', passage: '' },
    onChange: (...change) => void changes.push(change),
    firstPause: 5,
    lookAgainEvery: 60_000,
    ...more,
  }
  const one = createEndpointEmbeddings(settings)
  open.push(one)
  await one.asked
  return one
}
const texts = Array.from({ length: 70 }, (_, at) => 'a'.repeat(at) + 'b')

test('learns the dimensions from the first answer and gives unit vectors in order', async () => {
  const embeddings = await start()
  expect(embeddings).toMatchObject({ state: 'ready', why: undefined, model: { name: 'letters-small', dimensions: 5 } })
  const vectors = await embeddings.embed(texts, 'passage')
  expect(vectors).toHaveLength(70)
  vectors.forEach((vector, at) => {
    expect(cosine(vector, vector)).toBeCloseTo(1, 5)
    expect(cosine(vector, letters(texts[at] ?? '')) / Math.hypot(...letters(texts[at] ?? ''))).toBeCloseTo(1, 5)
  })
  expect(endpoint.requests.slice(1).map(({ input }) => input.length)).toEqual([32, 32, 6])
  expect(new Set(endpoint.requests.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer sk-secret-key']))
})

test('asks for shorter vectors where told to, and puts the prefixes before the texts', async () => {
  const embeddings = await start({ dimensions: 3, prefix: { query: 'query: ', passage: 'passage: ' } })
  expect(embeddings.model?.dimensions).toBe(3)
  await embeddings.embed(['cab'], 'query')
  await embeddings.embed(['cab'], 'passage')
  expect(endpoint.requests.slice(1).map(({ input }) => input)).toEqual([['query: cab'], ['passage: cab']])
})

test('whatever changes the space changes the id; the address and the key do not', async () => {
  const other = await startEndpoint()
  const all = await Promise.all([
    start(),
    start({ url: other.url }),
    start({ model: 'letters-large' }),
    start({ dimensions: 3 }),
    start({ prefix: { query: '', passage: 'passage: ' } }),
  ])
  const [same, moved, ...rest] = all.map(({ model }) => model?.id)
  expect(moved).toBe(same)
  expect(new Set([same, ...rest]).size).toBe(4)
  await other.close()
})

test('a long text is sent in pieces cut between words and becomes one vector', async () => {
  const embeddings = await start()
  const long = `${'aaaa '.repeat(500)}${'bbbb '.repeat(500)}${'🙂'.repeat(1500)}`
  const [vector] = await embeddings.embed([long], 'passage')
  const { input } = endpoint.requests.at(-1) ?? { input: [] }
  expect(input.join('')).toBe(long)
  expect(input.every((piece) => piece.length <= 2000 && piece.isWellFormed())).toBe(true)
  expect(Math.min(vector?.[1] ?? 0, vector?.[2] ?? 0)).toBeGreaterThan(0.3)
})

test('what is too much for the moment is tried again', async () => {
  const embeddings = await start()
  endpoint.odd.push(status(429, { 'retry-after': '0' }), status(503), (response) => void response.destroy())
  expect(await embeddings.embed(['abc'], 'passage')).toHaveLength(1)
  expect(endpoint.requests).toHaveLength(5)
  expect(embeddings.state).toBe('ready')
})

test('one that stays away has failed, is not asked for every text, and is ready when it is back', async () => {
  const embeddings = await start({ lookAgainEvery: 100 })
  endpoint.odd.push(status(500), status(500), status(500))
  await expect(embeddings.embed(['abc'], 'query')).rejects.toThrow('answered 500')
  expect(embeddings).toMatchObject({ state: 'failed', why: 'the embeddings endpoint answered 500' })
  const asked = endpoint.requests.length
  await expect(embeddings.embed(['abc'], 'query')).rejects.toThrow('answered 500')
  expect(endpoint.requests).toHaveLength(asked)
  await vi.waitFor(() => expect(embeddings.state).toBe('ready'), { timeout: patience })
  expect(await embeddings.embed(['abc'], 'query')).toHaveLength(1)
  expect(changes.map(([state]) => state)).toEqual(['ready', 'failed', 'ready'])
})

test('texts it refuses are the caller’s trouble alone', async () => {
  const embeddings = await start()
  endpoint.odd.push(status(400))
  await expect(embeddings.embed(['abc'], 'passage')).rejects.toThrow('answered 400')
  expect(embeddings.state).toBe('ready')
  expect(endpoint.requests).toHaveLength(2)
})

test.each([
  ['a wrong key', { key: 'sk-other-key' }, 'check EMBEDDINGS_KEY'],
  ['a wrong address', { path: '/v2' }, 'check EMBEDDINGS_URL'],
  ['nobody there', { gone: 'yes' }, 'no connection to the embeddings endpoint: ECONNREFUSED'],
])('%s fails at once and says what to check, never with the key', async (_, { path, gone, ...more }: Record<string, string>, why) => {
  if (gone) await endpoint.close()
  const embeddings = await start({ ...more, url: endpoint.url.replace('/v1', path ?? '/v1') })
  expect(embeddings).toMatchObject({ state: 'failed', model: null, why: expect.stringContaining(why) })
  await expect(embeddings.embed(['abc'], 'query')).rejects.toThrow(why)
  expect(JSON.stringify(changes)).not.toMatch(/sk-|Bearer/)
})

test('a redirect is not followed with the key', async () => {
  endpoint.odd.push(status(307, { location: endpoint.url.replace('/v1', '/v1/embeddings') }))
  expect(await start()).toMatchObject({ state: 'failed', why: expect.stringContaining('answered 307') })
  expect(endpoint.requests).toHaveLength(1)
})

test('an answer without the vectors asked for is refused', async () => {
  const embeddings = await start()
  endpoint.odd.push((response, request) => answer(response, { ...request, input: request.input.slice(1) }))
  await expect(embeddings.embed(['abc', 'abd'], 'passage')).rejects.toThrow('does not answer with vectors')
  expect(embeddings.state).toBe('failed')
})

test('another model behind the same name is noticed by its dimensions', async () => {
  const embeddings = await start()
  endpoint.odd.push((response, request) => answer(response, { ...request, dimensions: 4 }))
  await expect(embeddings.embed(['abc'], 'passage')).rejects.toThrow('restart Baton')
  expect(embeddings.state).toBe('failed')
})

test('one that does not answer holds nobody longer than a call may take', async () => {
  const embeddings = await start({ patience: { query: 100, passage: 100 } })
  endpoint.odd.push(() => {})
  await expect(settles('it to be given up', embeddings.embed(['abc'], 'query'))).rejects.toThrow('too slow')
})

test('whoever waits only a moment is let go, which says nothing about the endpoint, and what had not begun is not sent', async () => {
  const embeddings = await start()
  endpoint.odd.push(() => {})
  await expect(embeddings.embed(['abc'], 'passage', 20)).rejects.toThrow('soon enough')
  endpoint.odd.length = 0
  expect(embeddings.state).toBe('ready')
  const held: (() => void)[] = []
  endpoint.odd.push((response, request) => void held.push(() => answer(response, request)))
  const first = embeddings.embed(['abc'], 'passage')
  await vi.waitFor(() => expect(held).toHaveLength(1))
  await expect(embeddings.embed(['abd'], 'passage', 20)).rejects.toThrow('soon enough')
  held[0]?.()
  expect(await first).toHaveLength(1)
  expect(await embeddings.embed(['abe'], 'passage')).toHaveLength(1)
  expect(endpoint.requests.map(({ input }) => input[0])).not.toContain('abd')
})

test('a moment is long enough to notice that an endpoint is gone', async () => {
  const embeddings = await start()
  endpoint.odd.push(status(503))
  await expect(embeddings.embed(['abc'], 'passage', 10_000)).rejects.toThrow('answered 503')
  expect(embeddings.state).toBe('failed')
})

test('questions do not wait for passages, and more texts than may wait are refused', async () => {
  const embeddings = await start({ maxWaiting: 100 })
  const held: (() => void)[] = []
  endpoint.odd.push((response, request) => void held.push(() => answer(response, request)))
  const passages = embeddings.embed(texts, 'passage')
  await vi.waitFor(() => expect(held).toHaveLength(1))
  expect(await embeddings.embed(['abc'], 'query')).toHaveLength(1)
  await expect(embeddings.embed(texts, 'passage')).rejects.toThrow('too many texts wait')
  held[0]?.()
  expect(await passages).toHaveLength(70)
})
