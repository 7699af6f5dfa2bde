import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { call, result, sseClient, streamableClient, type McpClient, type ToolAnswer } from '../mcp/clients.ts'
import { noticesOf, withoutState } from '../work/leases/windows.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
let token: string
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  token = (await ann.mcpToken()).token
})
afterAll(() => baton.close())

const window = (connect = streamableClient, client = 'editor') => connect({ url: baton.url, token, client })
const messages = (answer: ToolAnswer): any[] => answer.structuredContent?.messages_from_people ?? []
const texts = (answer: ToolAnswer): string[] => messages(answer).map(({ text }) => text)
/** Longer than a node trusts that no messages are pending. */
const laterOn = () => baton.clock.advance(600)
const next = async (client: McpClient) => {
  laterOn()
  return call(client, 'list_projects')
}
const newTask = async (title: string) => (await ann.do('POST', '/api/tasks', { project: 'web', title })).key as string
const comments = (key: string) => `/api/tasks/${key}/comments`
const deliveriesOf = async (key: string) => (await ann.do('GET', comments(key))).items[0].deliveries
const agentOf = async (client: McpClient) => (await result(client, 'get_agent', { agent: 'me' })) as { id: string; slug: string }

test('a person answers on a task that an agent holds: its next call carries the answer once, and the comment says how far it came', async () => {
  const client = await window()
  const key = await newTask('Held')
  const { slug } = await agentOf(client)
  await result(client, 'claim_task', { task: key })
  await bob.do('POST', comments(key), { body: 'Use the \n"small" cap' })
  expect(await deliveriesOf(key)).toMatchObject([{ agent: { slug }, why: 'reply', delivered_at: null, read_at: null }])
  const answer = await next(client)
  expect(messages(answer)).toMatchObject([{ from: { handle: 'bob' }, task: key, text: 'Use the \n"small" cap' }])
  expect(answer.content.at(-1)?.text).toMatch(/^Not part of the result above: messages that people sent/)
  expect(await deliveriesOf(key)).toMatchObject([{ delivered_at: expect.any(String), read_at: null }])
  expect(texts(await next(client))).toEqual([])
  expect(await deliveriesOf(key)).toMatchObject([{ read_at: expect.any(String) }])
  const events = await baton.look<{ type: string }>(
    "select type from events where type in ('comment.delivered', 'comment.read') order by seq",
  )
  expect(events.map(({ type }) => type)).toEqual(['comment.delivered', 'comment.read'])
  await client.close()
})

test('a mention reaches an agent that holds nothing; who wrote it is named and a deleted comment is not delivered', async () => {
  const client = await window(sseClient, 'scout')
  const key = await newTask('Not held')
  const { slug } = await agentOf(client)
  const taken = await bob.do('POST', comments(key), { body: `@${slug} never mind` })
  await bob.do('DELETE', `${comments(key)}/${taken.id}`)
  await bob.do('POST', comments(key), { body: `@${slug} please look at the cap again; not \`@${slug}\`` })
  expect(messages(await next(client))).toMatchObject([
    { from: { handle: 'bob' }, about: 'mentions you in a comment', task: key, text: expect.stringContaining('look at the cap') },
  ])
  await client.close()
})

test('whoever asked gets the answer after its lease has ended, by a reply and without one', async () => {
  const client = await window()
  const key = await newTask('Asked')
  const { lease } = await result(client, 'claim_task', { task: key })
  await result(client, 'update_task', { task: key, comment: '@bob which cap?' })
  await result(client, 'claim_task', { action: 'release', task: key, fence: lease.fence })
  const [asked] = (await bob.do('GET', comments(key))).items
  await bob.do('POST', comments(key), { body: 'the small one', reply_to: asked.id })
  expect(texts(await next(client))).toEqual(['the small one'])
  await result(client, 'update_task', { task: key, comment: '@bob are you sure?' })
  await execute(baton.node.assembly.kernel, operations.get('notifyFromLog'), system(ann.organization ?? ''), {}, { door: 'worker' })
  await bob.do('POST', comments(key), { body: 'or rather the large one' })
  expect(texts(await next(client))).toEqual(['or rather the large one'])
  await client.close()
})

test.each([
  ['by their connections', streamableClient],
  ['by what they name', withoutState],
])('of two windows told apart %s only the one that holds the task is told', async (_, connect) => {
  const [one, two] = [await window(connect, 'pair'), await window(connect, 'pair')]
  const key = await newTask('Held by one window')
  const [first, second] = [await result(one, 'create_session', { goals: ['a'] }), await result(two, 'create_session', { goals: ['b'] })]
  await result(one, 'claim_task', { task: key, session: first.id })
  await bob.do('POST', comments(key), { body: 'for the holder' })
  laterOn()
  expect(texts(await call(two, 'checkpoint_session', { session: second.id, progress: 'x' }))).toEqual([])
  expect(texts(await call(one, 'checkpoint_session', { session: first.id, progress: 'x' }))).toEqual(['for the holder'])
  for (const [client, { id }] of [[one, first] as const, [two, second] as const]) {
    await result(client, 'end_session', { session: id, outcome: 'x' })
    await client.close()
  }
})

test('what an agent or a key writes is a notice without its words', async () => {
  const [one, two] = [await window(streamableClient, 'holder'), await window(streamableClient, 'other')]
  const key = await newTask('Discussed by agents')
  await result(one, 'claim_task', { task: key })
  const { slug } = await agentOf(two)
  await result(two, 'update_task', { task: key, comment: 'SECRET WORDS' })
  const answer = await next(one)
  expect(noticesOf(answer)).toMatchObject([{ kind: 'comment_on_held', task: key, message: expect.stringContaining(slug) }])
  expect(JSON.stringify(answer)).not.toContain('SECRET WORDS')
  const { key: secret } = await ann.do('POST', '/api/settings/api-keys', { name: 'k', scopes: ['*'] })
  await send(baton.url, 'POST', comments(key), { body: 'from a program' }, { authorization: `Bearer ${secret}` })
  expect(noticesOf(await next(one))).toMatchObject([{ kind: 'comment_on_held', task: key }])
  await one.close()
  await two.close()
})

test('an agent whose user may not see the project is told nothing of it', async () => {
  const outsider = await streamableClient({ url: baton.url, token: (await bob.mcpToken()).token, client: 'outsider' })
  const { slug } = await agentOf(outsider)
  await ann.do('POST', '/api/projects', { name: 'Hidden', slug: 'hidden', visibility: 'private' })
  const { key } = await ann.do('POST', '/api/tasks', { project: 'hidden', title: 'Secret' })
  await ann.do('POST', comments(key), { body: `@${slug} psst` })
  expect(texts(await next(outsider))).toEqual([])
  await outsider.close()
})

test('an agent named in a discussion or a review hears of it where its user sees the project', async () => {
  const client = await window(streamableClient, 'named')
  const { slug } = await agentOf(client)
  const session = await result(client, 'create_session', { goals: ['a'] })
  const decision = await ann.do('POST', '/api/decisions', { project: 'web', title: 'Caps', rationale: 'Small is enough' })
  await bob.do('POST', `/api/decisions/${decision.ref}/discussion`, { body: `@${slug} is it?` })
  const noticed = async () => noticesOf(await next(client)).filter(({ kind }) => kind === 'mention')
  expect(await noticed()).toMatchObject([{ message: `@bob mentioned you in ${decision.ref}. Read it with get_decision.` }])
  const gates = [{ key: 'look', name: 'Look', kind: 'review' }]
  await ann.do('POST', '/api/workflows', { name: 'Look', slug: 'look', gates })
  const feature = await ann.do('POST', '/api/features', { project: 'web', title: 'Caps', workflow: 'look' })
  await ann.do('POST', `/api/features/${feature.ref}/commits`, { commit: 'a'.repeat(40) })
  const words = `@${slug} the cap is wrong`
  await bob.do('POST', `/api/features/${feature.ref}/reviews`, { verdict: 'request_changes', commit: 'a'.repeat(40), words })
  expect(await noticed()).toMatchObject([{ message: `@bob mentioned you in ${feature.ref}. Read it with get_feature.` }])
  await result(client, 'end_session', { session: session.id, outcome: 'x' })
  await client.close()
})

test('of a dozen answers each comes with the first call after it that no longer trusts an older check', async () => {
  const client = await window(streamableClient, 'asker')
  const key = await newTask('Questions')
  await result(client, 'claim_task', { task: key })
  for (let n = 0; n < 12; n++) {
    await result(client, 'update_task', { task: key, comment: `@bob question ${n}?` })
    await bob.do('POST', comments(key), { body: `answer ${n}` })
    expect(texts(await next(client))).toEqual([`answer ${n}`])
  }
  await client.close()
})
