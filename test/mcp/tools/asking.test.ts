import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Node } from '../../../src/main/node.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send, type Person } from '../../harness/person.ts'
import { call, result, streamableClient } from '../clients.ts'

let baton: Baton
let other: Node
let ann: Person
let token: string

beforeAll(async () => {
  baton = await startBaton()
  other = await baton.addNode()
  ann = await baton.person('ann')
  token = (await ann.mcpToken()).token
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

const newTask = async (): Promise<string> => (await ann.do('POST', '/api/tasks', { project: 'web', title: 'Doomed' })).key
const yes = { action: 'accept', content: { confirm: true } } as const
const headers = (by: string, session: string) => ({
  authorization: `Bearer ${by}`,
  accept: 'application/json, text/event-stream',
  'mcp-session-id': session,
  'mcp-protocol-version': '2025-11-25',
})

/** A deletion sent by a bare client, up to the elicitation that arrives on its stream. */
async function askedBack(task: string) {
  const introduction = {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'bare', version: '1' },
  }
  const first = await send(
    baton.url,
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 0, method: 'initialize', params: introduction },
    headers(token, ''),
  )
  const session = first.headers.get('mcp-session-id') ?? ''
  const controller = new AbortController()
  const response = await fetch(`${baton.url}/mcp`, {
    method: 'POST',
    headers: { ...headers(token, session), 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'delete_task', arguments: { task } } }),
    signal: controller.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => JSON.parse((await reader?.read())?.value?.match(/^data: (.+)$/m)?.[1] ?? '{}')
  const question = await next()
  const answer = (by: string, url = baton.url) =>
    send(url, 'POST', '/mcp', { jsonrpc: '2.0', id: question.id, result: yes }, headers(by, session))
  return { question, answer, next, leave: () => controller.abort() }
}

test('an answer that lands on another node reaches the call that waits for it', async () => {
  const client = await streamableClient({ url: baton.url, token, answersTo: other.address, person: () => yes })
  for (let count = 0; count < 5; count++) {
    const task = await newTask()
    expect(await result(client, 'delete_task', { task })).toMatchObject({ key: task })
  }
  await client.close()
})

test('only whom it was put to can answer a question, and only once', async () => {
  const task = await newTask()
  const { question, answer, next } = await askedBack(task)
  expect(question).toMatchObject({ method: 'elicitation/create', params: { message: expect.stringContaining(task) } })
  const stranger = (await (await baton.person('bob')).mcpToken()).token
  const elsewhere = (await (await ann.createOrganization('elsewhere')).mcpToken()).token
  for (const by of [stranger, elsewhere]) {
    for (const url of [baton.url, other.address]) expect((await answer(by, url)).status).toBe(404)
  }
  expect((await answer(token, other.address)).status).toBe(202)
  expect(await next()).toMatchObject({ id: 1, result: { structuredContent: { key: task } } })
  expect((await answer(token)).status).toBe(404)
})

test('who leaves takes the question along, and nothing has happened', async () => {
  const task = await newTask()
  const { answer, leave } = await askedBack(task)
  leave()
  await expect.poll(async () => (await answer(token)).status).toBe(404)
  expect((await ann.call('GET', `/api/tasks/${task}`)).status).toBe(200)
})

test('a client that cannot be asked is not', async () => {
  const client = await streamableClient({ url: baton.url, token })
  expect((await call(client, 'delete_task', { task: await newTask() })).content[0]?.text).toMatch(/^needs_confirmation: /)
  await client.close()
})
