import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { ask } from './conversation.ts'
import { startModelServer, type ModelServer } from './model-server.ts'
import { fileAt, ownFiles, storeRepository, work } from './stored-repository.ts'
import { patience, settles, waitFor } from '../harness/wait.ts'

let model: ModelServer
let baton: Baton
let ann: Person
let repository: string
let commit: string
beforeAll(async () => {
  model = await startModelServer()
  baton = await startBaton({ ASSISTANT_URL: model.url, ASSISTANT_MODEL: 'test-1', EMBEDDINGS: 'off' })
  ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB', visibility: 'private' })
  const own = ownFiles((path) => /^src\/(kernel|platform|worker)\/|^docs\/pictures\/|^package-lock\.json$/.test(path))
  commit = own.commit
  repository = await storeRepository(baton, ann, 'web', commit, own.files)
  await work(baton, ann.organization ?? '', 'indexRepositories')
})
afterAll(async () => {
  await baton.close()
  await model.close()
})
beforeEach(() => model.behave({}))

const chat = () => `/api/repos/${repository}/chat`

/** Cites every passage it was sent, one it was not sent, and quotes a line of the first one verbatim. */
function citeAll(prompt: string): string[] {
  const numbers = [...prompt.matchAll(/^Passage (\d+):/gm)].map(([, number]) => number)
  const line = /^Passage 1:.*\nDATA-.*\n([\s\S]*?)\nDATA-/m
    .exec(prompt)?.[1]
    ?.split('\n')
    .find((one) => one.trim().length > 20 && !one.includes('"'))
  return [`[1 "${line?.trim()}"] `, ...numbers.map((number) => `[${number}] `), '[99]']
}

test('every citation that is shown exists at its commit, line for line', async () => {
  const questions = [
    'How long may a call take?',
    'Where are secrets sealed?',
    'How is the rate limit kept in Redis?',
    'What does the worker do with a job that fails?',
  ]
  let checked = 0
  for (const text of questions) {
    model.behave({ says: citeAll })
    const { answer } = (await ann.do('POST', chat(), { text })) as any
    expect(answer.passages).toHaveLength(10)
    expect(answer.dropped).toEqual([{ cited: '[99]', reason: 'no_such_passage' }])
    expect(answer.citations.length).toBeGreaterThanOrEqual(10)
    for (const { path, start_line, end_line, commit: named, quote, number } of answer.citations) {
      const lines = fileAt(named, path)
        .split('\n')
        .slice(start_line - 1, end_line)
        .join('\n')
      if (quote) expect(lines).toContain(quote)
      else expect(lines).toBe(answer.passages.find((one: any) => one.number === number).text)
      checked++
    }
  }
  expect(checked).toBeGreaterThan(40)
})

test('the health of the index says what is in it, what is not and why', async () => {
  const health = await ann.do('GET', `/api/repos/${repository}/index`)
  expect(health).toMatchObject({ state: 'current', commit, note: expect.stringContaining('words alone') })
  expect(health.files_indexed).toBeGreaterThan(80)
  expect(health.files_skipped).toEqual(
    expect.arrayContaining([
      { reason: 'binary', count: expect.any(Number) },
      { reason: 'generated', count: 1 },
    ]),
  )
  expect(health.vectors_missing).toBe(health.pieces)
})

test('the map shows files with what they define, near to some of them and within its tokens', async () => {
  const all = await ann.do('GET', `/api/repos/${repository}/map?tokens=400`)
  expect(all.files).toBeGreaterThan(1)
  expect(all.files).toBeLessThan(all.files_in_all)
  const near = await ann.do('GET', `/api/repos/${repository}/map?tokens=1000&near=src/kernel/execute.ts`)
  expect(near.map).toContain('src/kernel/execute.ts: ')
  expect(near.map).toContain('src/kernel/in-transaction.ts: Undone, ')
})

test('a chat is continued, and without its repository there is none', async () => {
  model.behave({ says: ['Ten seconds [1].'] })
  const first = await ann.do('POST', chat(), { text: 'How long may a call take?' })
  const second = await ann.do('POST', chat(), { text: 'And in the worker?', session: first.session_id })
  expect(second.session_id).toBe(first.session_id)
  const third = await ann.do('POST', `/api/ai/sessions/${first.session_id}/messages`, { text: 'Why?' })
  expect(third.answer.passages[0]).toMatchObject({ kind: 'file', commit })
  const { id: empty } = await ann.do('POST', '/api/ai/sessions', {})
  expect((await ann.do('POST', chat(), { text: 'How long may a call take?', session: empty })).session_id).toBe(empty)
  const { id: other } = await ann.do('POST', '/api/ai/sessions', {})
  await ann.do('POST', `/api/ai/sessions/${other}/messages`, { text: 'What?' })
  expect((await ann.call('POST', chat(), { text: 'x', session: other })).status).toBe(409)
  const bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  expect((await bob.call('POST', chat(), { text: 'x' })).status).toBe(404)
  expect((await bob.call('GET', `/api/repos/${repository}/index`)).status).toBe(404)
})

test('whoever loses the repository while an answer is written loses the answer', async () => {
  const carl = (await baton.person('carl')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'carl', role: 'member' })
  await ann.do('PUT', '/api/projects/web/members/carl', {})
  // It says a word and then nothing for longer than anybody waits.
  model.behave({ says: ['word ', 'word '], pauses: 10 * patience })
  const before = model.asked.length
  const asked = ask(carl, chat(), { text: 'How long may a call take?' })
  await waitFor('the model to be asked', () => model.asked.length > before)
  await ann.do('DELETE', '/api/projects/web/members/carl')
  const events = await settles('the answer to end', asked)
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'forbidden' } })
  const kept = () => baton.look("select status from ai_messages where role = 'answer' order by created_at desc limit 1")
  await expect.poll(kept).toEqual([{ status: 'cancelled' }])
})
