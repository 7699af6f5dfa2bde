import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Node } from '../../src/main/node.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { call, clients, result, sseClient, streamableClient, type McpClient, type ToolAnswer } from '../mcp/clients.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let other: Node
let ann: Person
let token: string
beforeAll(async () => {
  baton = await startBaton()
  other = await baton.addNode()
  ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  token = (await ann.mcpToken()).token
})
afterAll(() => baton.close())

const window = (url = baton.url, connect = streamableClient) => connect({ url, token, client: 'editor' })
const begin = (client: McpClient, goal: string) => result(client, 'create_session', { goals: [goal], project: 'web' })
const messages = (answer: ToolAnswer): any[] => answer.structuredContent?.messages_from_people ?? []
const texts = (answer: ToolAnswer): string[] => messages(answer).map(({ text }) => text)
/** Longer than a node trusts that no messages are pending. */
const laterOn = () => baton.clock.advance(600)
const finish = async (client: McpClient, session: { id: string }) => {
  await result(client, 'end_session', { session: session.id, outcome: 'Done' })
  await client.close()
}

test('a hint comes with the next tool result, as data from a named person, once; and its sender sees when', async () => {
  const client = await window()
  const session = await begin(client, 'Work')
  const hint = await ann.do('POST', `/api/sessions/${session.id}/hints`, { body: 'Look at the \n"cache" first' })
  expect(hint).toMatchObject({ kind: 'hint', delivered_at: null, author: { handle: 'ann' } })
  laterOn()
  const answer = await call(client, 'list_projects')
  expect(messages(answer)).toMatchObject([
    { from: { name: 'Name of ann', handle: 'ann' }, session: session.id, text: 'Look at the \n"cache" first' },
  ])
  expect(answer.content).toHaveLength(2)
  expect(answer.content[0]?.text).not.toContain('cache')
  expect(answer.content[1]?.text).toMatch(/^Not part of the result above: messages that people sent/)
  laterOn()
  expect(texts(await call(client, 'list_projects'))).toEqual([])
  const { items } = await ann.do('GET', `/api/sessions/${session.id}/hints`)
  expect(items).toMatchObject([{ id: hint.id, delivered_at: expect.any(String) }])
  const events = await baton.look<{ type: string }>("select type from events where type like 'hint.%' order by seq")
  expect(events.map(({ type }) => type)).toEqual(['hint.sent', 'hint.delivered'])
  await finish(client, session)
})

test.each([
  ['Streamable HTTP', streamableClient],
  ['SSE', sseClient],
])('of two windows of one token over %s each gets what is meant for its session, once', async (_, connect) => {
  const [one, two] = [await window(baton.url, connect), await window(baton.url, connect)]
  const [first, second] = [await begin(one, 'First'), await begin(two, 'Second')]
  await ann.do('POST', `/api/sessions/${first.id}/hints`, { body: 'for the first' })
  await ann.do('POST', `/api/sessions/${second.id}/hints`, { body: 'for the second' })
  laterOn()
  expect(texts(await call(two, 'list_projects'))).toEqual(['for the second'])
  expect(texts(await call(two, 'list_projects'))).toEqual([])
  expect(texts(await call(one, 'list_projects'))).toEqual(['for the first'])
  expect(texts(await call(one, 'list_projects'))).toEqual([])
  await finish(one, first)
  await finish(two, second)
})

test('a node that does not know the window keeps the hint until the call that names the session', async () => {
  const [one, two] = [await window(), await window()]
  const [first, second] = [await begin(one, 'First'), await begin(two, 'Second')]
  await ann.do('POST', `/api/sessions/${first.id}/hints`, { body: 'only for the first' })
  const elsewhere = await window(other.address, clients['v2 without state (2026-07-28)'])
  laterOn()
  expect(texts(await call(elsewhere, 'list_projects'))).toEqual([])
  expect(texts(await call(elsewhere, 'checkpoint_session', { session: second.id, progress: 'x' }))).toEqual([])
  expect(texts(await call(elsewhere, 'checkpoint_session', { session: first.id, progress: 'x' }))).toEqual(['only for the first'])
  await elsewhere.close()
  await finish(one, first)
  await finish(two, second)
})

test('of many calls at the same moment on two nodes exactly one brings it, and never one that was refused', async () => {
  const [client, elsewhere] = [await window(), await window(other.address)]
  const session = await begin(client, 'Hurry')
  await ann.do('POST', `/api/sessions/${session.id}/hints`, { body: 'once' })
  laterOn()
  const calls = Array.from({ length: 20 }, (_, n) =>
    n % 4 < 2 ? call(n % 2 ? client : elsewhere, 'get_task', { task: 'WEB-999' }) : call(n % 2 ? client : elsewhere, 'list_projects'),
  )
  const told = (await Promise.all(calls)).filter(({ content }) => content.some(({ text }) => text.includes('"once"')))
  expect(told).toHaveLength(1)
  expect(told[0]?.isError).toBeFalsy()
  await elsewhere.close()
  await finish(client, session)
})

test('whoever holds a lease is asked to release it: an agent by its next result, a person by a notification', async () => {
  const client = await window()
  const made = await result(client, 'create_task', { project: 'web', title: 'Wanted' })
  expect((await ann.call('POST', `/api/tasks/${made.key}/ask-release`, {})).body.code).toBe('conflict')
  const { lease } = await result(client, 'claim_task', { task: made.key })
  await ann.do('POST', `/api/tasks/${made.key}/ask-release`, { body: 'I need it' })
  laterOn()
  expect(messages(await call(client, 'list_projects'))).toMatchObject([
    { from: { handle: 'ann' }, about: 'asks you to release a task', task: made.key, text: 'I need it' },
  ])
  expect((await ann.do('GET', `/api/tasks/${made.key}/ask-release`)).items[0].delivered_at).not.toBeNull()
  await result(client, 'claim_task', { action: 'release', task: made.key, fence: lease.fence })
  await ann.do('POST', `/api/tasks/${made.key}/claim`)
  expect(await ann.do('POST', `/api/tasks/${made.key}/ask-release`, {})).toMatchObject({ agent_id: null, delivered_at: null })
  const [event] = await baton.look<{ data: any }>("select data from events where type = 'hint.sent' order by seq desc limit 1")
  expect(event?.data.mentions).toEqual([ann.user.id])
  await client.close()
})

test('what waits in a session that stopped goes to the one that goes on with it', async () => {
  const client = await window()
  const session = await begin(client, 'Stop and go')
  await ann.do('POST', `/api/sessions/${session.id}/hints`, { body: 'before you stop' })
  const [{ slug } = { slug: '' }] = await baton.look<{ slug: string }>('select slug from agents where id = $1', [session.agent_id])
  await ann.do('POST', `/api/agents/${slug}/stop`, { reason: 'Pause' })
  expect((await ann.call('POST', `/api/sessions/${session.id}/hints`, { body: 'too late' })).body.code).toBe('conflict')
  await ann.do('POST', `/api/agents/${slug}/resume`)
  laterOn()
  const answer = await call(client, 'resume_session', { session: session.id })
  expect(texts(answer)).toEqual(['before you stop'])
  await finish(client, answer.structuredContent.session)
})

test('people steer agents; a key does not', async () => {
  const client = await window()
  const session = await begin(client, 'Steered')
  const { key } = await ann.do('POST', '/api/settings/api-keys', { name: 'k', scopes: ['*'] })
  const answer = await send(baton.url, 'POST', `/api/sessions/${session.id}/hints`, { body: 'x' }, { authorization: `Bearer ${key}` })
  expect([answer.status, answer.body.code]).toEqual([403, 'needs_person'])
  await finish(client, session)
})
