import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { ask, textOf } from './conversation.ts'
import { startModelServer, type ModelServer } from './model-server.ts'
import { patience, settles, waitFor } from '../harness/wait.ts'

let model: ModelServer
let baton: Baton
let ann: Person
beforeAll(async () => {
  model = await startModelServer()
  const prices = { ASSISTANT_PRICE_IN: '2', ASSISTANT_PRICE_OUT: '10' }
  baton = await startBaton({
    ASSISTANT_URL: model.url,
    ASSISTANT_MODEL: 'test-1',
    ASSISTANT_KEY: 'sk-secret',
    EMBEDDINGS: 'off',
    ...prices,
  })
  ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/projects/web/notes', { title: 'Berth fees', content: 'A berth costs 40 crowns a night, paid on arrival.' })
})
afterAll(async () => {
  await baton.close()
  await model.close()
})
beforeEach(() => model.behave({}))

const begin = async (more: object = {}): Promise<string> => (await ann.do('POST', '/api/ai/sessions', more)).id
const messages = (id: string) => `/api/ai/sessions/${id}/messages`

test('a conversation is named by its first question, answered from what is known, and continued', async () => {
  model.behave({ says: ['It costs 40 crowns ', '[1 "40 crowns a night"].'] })
  const id = await begin()
  const events = await ask(ann, messages(id), { text: 'What does a berth cost?' })
  expect(events.map(({ event }) => event)).toEqual(['turn', 'text', 'text', 'answer'])
  expect(textOf(events)).toBe('It costs 40 crowns [1 "40 crowns a night"].')
  const answer = events.at(-1)?.data
  expect(answer).toMatchObject({
    ...{
      status: 'done',
      text: 'It costs 40 crowns [1].',
      note: null,
      dropped: [],
      model: 'test-1',
      tokens_in: 100,
      tokens_out: 20,
      cost: 0.0004,
    },
    citations: [{ number: 1, kind: 'note', title: 'Berth fees', quote: '40 crowns a night' }],
  })
  expect(await ann.do('GET', '/api/ai/sessions')).toMatchObject({ items: [{ id, title: 'What does a berth cost?', messages: 2 }] })
  model.behave({ says: ['On arrival [1].'] })
  const second = await ann.do('POST', messages(id), { text: 'When is the berth paid?' })
  expect(second.answer).toMatchObject({ status: 'done', text: 'On arrival [1].' })
  const sent = model.asked.at(-1)?.body
  expect(sent?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(sent?.tools).toBeUndefined()
  const { items } = await ann.do('GET', messages(id))
  expect(items.map(({ role }: any) => role)).toEqual(['answer', 'question', 'answer', 'question'])
})

test('a person who sees what may be a citation sees no other: numbers and quotations that are not there are taken out and told', async () => {
  model.behave({ says: ['Free [7]. It costs 10 crowns [1 "10 crowns"], `fees[1]`, a night [1].'] })
  const { answer } = await ann.do('POST', messages(await begin()), { text: 'What does a berth cost?' })
  expect(answer.text).toBe('Free. It costs 10 crowns, `fees[1]`, a night [1].')
  expect(answer.citations).toHaveLength(1)
  expect(answer.dropped).toEqual([
    { cited: '[7]', reason: 'no_such_passage' },
    { cited: '[1 "10 crowns"]', reason: 'not_in_passage' },
  ])
})

test('conversations are each person’s own: renamed, deleted, and seen by nobody else', async () => {
  const id = await begin({ title: 'Fees' })
  expect(await ann.do('PATCH', `/api/ai/sessions/${id}/rename`, { title: 'Harbour' })).toMatchObject({ title: 'Harbour', messages: 0 })
  const bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'admin' })
  expect(await bob.do('GET', '/api/ai/sessions')).toMatchObject({ items: [] })
  for (const [method, path, body] of [
    ['GET', messages(id), undefined],
    ['POST', messages(id), { text: 'x' }],
    ['PATCH', `/api/ai/sessions/${id}/rename`, { title: 'x' }],
    ['DELETE', `/api/ai/sessions/${id}`, undefined],
  ] as const)
    expect((await bob.call(method, path, body)).status).toBe(404)
  await ann.do('DELETE', `/api/ai/sessions/${id}`)
  expect((await ann.call('GET', messages(id))).status).toBe(404)
})

test('who goes away ends the answer: the model is told, and what was written stays', async () => {
  model.behave({ says: Array.from({ length: 200 }, () => 'word '), pauses: 20 })
  const id = await begin()
  await ask(ann, messages(id), { text: 'What does a berth cost?' }, ({ event }) => event === 'text')
  await expect.poll(() => model.asked.at(-1)?.closed, { timeout: patience }).toBe(true)
  await expect
    .poll(async () => (await ann.do('GET', messages(id))).items[0], { timeout: patience })
    .toMatchObject({ status: 'cancelled', text: expect.stringContaining('word') })
})

test('a tool that the model asks for is refused, and nothing is done', async () => {
  model.behave({ says: ['I delete it. '], callsTool: true })
  const { answer } = await ann.do('POST', messages(await begin()), { text: 'Delete the project web' })
  expect(answer).toMatchObject({ status: 'failed', text: 'I delete it. ', note: expect.stringContaining('asked for a tool') })
  expect(await ann.do('GET', '/api/projects/web')).toMatchObject({ slug: 'web' })
})

const failures: [string, Parameters<ModelServer['behave']>[0], object][] = [
  ['a wrong key', { status: 401 }, { status: 'failed', note: expect.stringContaining('ASSISTANT_KEY') }],
  ['an unknown model', { status: 404 }, { status: 'failed', note: expect.stringContaining('ASSISTANT_MODEL') }],
  ['too many requests', { status: 429 }, { status: 'failed', note: expect.stringContaining('Try again in a minute') }],
  ['a broken endpoint', { status: 500 }, { status: 'failed', note: expect.stringContaining('failed (500)') }],
  ['a connection that is cut', { says: ['Half ', 'an'], cutAfter: 1 }, { status: 'cut_off', text: 'Half ', note: expect.any(String) }],
  ['an answer that is too long', { says: ['Half'], finish: 'length' }, { status: 'cut_off', text: 'Half', note: expect.any(String) }],
  ['nothing', { says: [] }, { status: 'failed', note: expect.stringContaining('answered nothing') }],
]
test.each(failures)('%s is told in plain words, and the question is kept with its passages', async (_, behaviour, expected) => {
  model.behave(behaviour)
  const answer = await ann.call('POST', messages(await begin()), { text: 'What does a berth cost?' })
  expect(answer.status).toBe(201)
  expect(answer.body.answer).toMatchObject(expected)
  expect(answer.body.answer.passages).toHaveLength(1)
  expect(answer.text).not.toContain('sk-secret')
})

test('a repeated request is answered once', async () => {
  model.behave({ says: ['Once.'] })
  const id = await begin()
  const before = model.asked.length
  const send = () => ann.do('POST', messages(id), { text: 'What?' }, { 'idempotency-key': 'k1' })
  expect((await send()).answer).toMatchObject({ text: 'Once.' })
  expect((await send()).answer).toMatchObject({ text: 'Once.' })
  expect(model.asked.length - before).toBe(1)
})

test('what answers cost is in the ledger, and a budget of the organization stops them with a clear word', async () => {
  const { items } = await ann.do('GET', '/api/usage?by=model')
  expect(items).toMatchObject([{ model: 'test-1', reports: expect.any(Number), cost: expect.any(Number) }])
  const { budget } = await ann.do('GET', '/api/ai')
  expect(budget).toMatchObject({ daily_tokens: null, reached: null, used: { daily_tokens: items[0].tokens_in + items[0].tokens_out } })
  const bob = (await baton.person('carl')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'carl', role: 'member' })
  expect((await bob.call('PUT', '/api/ai/budget', { daily_tokens: 10 })).status).toBe(403)
  expect(await ann.do('PUT', '/api/ai/budget', { daily_tokens: 10 })).toMatchObject({ reached: 'daily_tokens' })
  const before = model.asked.length
  const turn = await ann.do('POST', messages(await begin()), { text: 'What does a berth cost?' })
  expect(turn.answer).toMatchObject({ status: 'over_budget', note: expect.stringContaining('tokens for today'), passages: [{ number: 1 }] })
  expect(await ann.do('POST', '/api/search/ai', { q: 'berth' })).toMatchObject({
    answer: null,
    answer_note: expect.stringContaining('tokens for today'),
  })
  expect(model.asked.length).toBe(before)
  expect(await ann.do('PUT', '/api/ai/budget', { daily_tokens: null })).toMatchObject({ reached: null })
})

test('a search is answered above its results, and citations lead to them', async () => {
  model.behave({ says: ['40 crowns [1]. Or 3 [9].'] })
  const found = await ann.do('POST', '/api/search/ai', { q: 'What does a berth cost?' })
  expect(found).toMatchObject({
    ...{ answer: '40 crowns [1]. Or 3.', answer_note: null, items: [{ kind: 'note', title: 'Berth fees' }] },
    ...{ citations: [{ kind: 'note', id: found.items[0].id }], dropped: [{ cited: '[9]' }] },
  })
  model.behave({ says: [] })
  expect(await ann.do('POST', '/api/search/ai', { q: 'zeppelin' })).toMatchObject({ answer: null, items: [] })
  model.behave({ status: 500 })
  expect(await ann.do('POST', '/api/search/ai', { q: 'berth' })).toMatchObject({
    answer: null,
    answer_note: expect.stringContaining('500'),
    items: [{}],
  })
})

test('an answer ends when the reader’s login does', async () => {
  // It says a word and then nothing for longer than anybody waits.
  model.behave({ says: ['word ', 'word '], pauses: 10 * patience })
  const dora = await (await baton.person('dora')).createOrganization('dorasplace')
  const { id } = await dora.do('POST', '/api/ai/sessions', {})
  const before = model.asked.length
  const asked = ask(dora, messages(id), { text: 'What?' })
  await waitFor('the model to be asked', () => model.asked.length > before)
  await dora.do('POST', '/api/auth/logout')
  const events = await settles('the answer to end', asked)
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'forbidden' } })
})
