import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProgram, stopProgram } from '../../bench/stage.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person, send } from '../harness/person.ts'

// The bench compares Baton with a plain server, which is only meaningful while both give the same answers.

type Row = Record<string, any>

let baton: Baton
let plain: Awaited<ReturnType<typeof startProgram>>
let ours: Person
let token: string

beforeAll(async () => {
  baton = await startBaton({ EMBEDDINGS: 'off' })
  const database = Object.assign(new URL(baton.servers.adminUrl), { pathname: `/${baton.database}` }).href
  plain = await startProgram('bench/plain.ts', { PLAIN_DATABASE_URL: database })
  ours = await baton.person('ada')
  token = (await ours.mcpToken()).token
  await ours.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  for (const title of ['Epic of logins', 'Epic of carts']) await ours.do('POST', '/api/projects/web/epics', { title })
  for (let number = 0; number < 52; number++) {
    const epic = number % 2 === 0 ? { epic: 'WEB-1' } : {}
    await ours.do('POST', '/api/tasks', {
      project: 'web',
      title: `Task ${number}`,
      labels: ['new'],
      ...epic,
      ...(number % 5 === 0 && { assignee: 'me' }),
    })
  }
  await ours.do('PATCH', '/api/tasks/WEB-3', { status: 'in_progress', blocked_by: ['WEB-4'], due_on: '2026-12-24' })
  await ours.do('PATCH', '/api/tasks/WEB-5', { status: 'complete' })
  await ours.do('POST', '/api/tasks/WEB-3/comments', { body: 'Look at the cart first.' })
  await ours.do('POST', '/api/tasks/WEB-6/claim', {})
})

afterAll(async () => {
  await stopProgram(plain.process)
  await baton.close()
})

const fromPlain = async (method: string, path: string, body?: unknown): Promise<Row> => {
  const answer = await send(plain.url, method, path, body, { authorization: `Bearer ${token}` })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function tool(url: string, name: string, given: Row): Promise<Row> {
  const version = '2026-07-28'
  const headers = {
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
    'mcp-protocol-version': version,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given, _meta } }
  const { body } = await send(url, 'POST', '/mcp', call, headers)
  return body.result.structuredContent
}

/** Removes the fields that differ each time. */
const without = (value: Row, ...names: string[]): Row => Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
const own = ['id', 'key', 'number', 'rank', 'created_at', 'updated_at', 'lease_until', 'lease_holder']

test.each(['/api/tasks?project=web', '/api/tasks/WEB-3', '/api/tasks/WEB-5', '/api/tasks/WEB-6', '/api/projects/web/board'])(
  'a plain GET %s answers what ours does',
  async (path) => {
    expect(await fromPlain('GET', path)).toEqual(await ours.do('GET', path))
  },
)

test('a plain search finds the same things and says the same of each', async () => {
  const path = '/api/search?project=web&q=epic'
  const [mine, plainly] = [await ours.do('GET', path), await fromPlain('GET', path)]
  const shown = ({ items, ...rest }: Row) => ({
    ...rest,
    items: items.map((item: Row) => without(item, 'score')).toSorted((a: Row, b: Row) => (a['ref'] < b['ref'] ? -1 : 1)),
  })
  expect(mine.items).toHaveLength(2)
  expect(shown(plainly)).toEqual(shown(mine))
})

test.each([
  ['list_tasks', { project: 'web' }],
  ['get_task', { task: 'WEB-3' }],
  ['get_task', { task: 'WEB-6' }],
])('a plain %s answers what ours does', async (name, given) => {
  expect(await tool(plain.url, name, given)).toEqual(await tool(baton.url, name, given))
})

test('a plain search_memory finds the same things', async () => {
  const given = { project: 'web', query: 'epic' }
  const sorted = ({ items, ...rest }: Row) => ({ ...rest, items: items.toSorted((a: Row, b: Row) => (a['ref'] < b['ref'] ? -1 : 1)) })
  expect(sorted(await tool(plain.url, 'search_memory', given))).toEqual(sorted(await tool(baton.url, 'search_memory', given)))
})

test('plain writes answer what ours do and leave the same behind', async () => {
  const created = { project: 'web', title: 'Another' }
  const [mine, plainly] = [await ours.do('POST', '/api/tasks', created), await fromPlain('POST', '/api/tasks', created)]
  expect(without(plainly, ...own, 'same_title')).toEqual(without(mine, ...own, 'same_title'))
  expect(plainly['number']).toBe(mine.number + 1)
  expect(plainly['same_title']).toEqual([mine.key])

  const changed = { title: 'Renamed' }
  const after = [
    await ours.do('PATCH', `/api/tasks/${mine.key}`, changed),
    await fromPlain('PATCH', `/api/tasks/${plainly['key']}`, changed),
  ]
  expect(without(after[1], ...own)).toEqual(without(after[0], ...own))
  const pages = await Promise.all([mine.key, plainly['key']].map((key) => ours.do('GET', `/api/tasks/${key}`)))
  const told = (page: Row) =>
    page['history'].map(({ type, brief, changes }: Row) => ({ type, brief: brief.replace(page['key'], ''), changes }))
  expect(told(pages[1])).toEqual(told(pages[0]))

  const tools = await Promise.all([baton.url, plain.url].map((url) => tool(url, 'create_task', { project: 'web', title: `At ${url}` })))
  expect(without(tools[1] ?? {}, 'key')).toEqual(without(tools[0] ?? {}, 'key'))
  const updates = await Promise.all(
    [baton.url, plain.url].map((url, place) => tool(url, 'update_task', { task: tools[place]?.['key'], priority: 'low' })),
  )
  expect(without(updates[1] ?? {}, 'key')).toEqual(without(updates[0] ?? {}, 'key'))
})

test('a plain claim takes the task that ours would take next, and tells the same of it', async () => {
  const [mine, plainly] = [
    await ours.do('POST', '/api/tasks/claim', { project: 'web' }),
    await fromPlain('POST', '/api/tasks/claim', { project: 'web' }),
  ]
  expect(Object.keys(plainly).toSorted()).toEqual(Object.keys(mine).toSorted())
  expect(Object.keys(plainly['task']).toSorted()).toEqual(Object.keys(mine.task).toSorted())
  expect(Object.keys(plainly['lease']).toSorted()).toEqual(Object.keys(mine.lease).toSorted())
  expect(plainly['held_nearby'].map(({ key }: Row) => key)).toContain(mine.task.key)
  const page = await ours.do('GET', `/api/tasks/${plainly['task'].key}`)
  expect(page).toMatchObject(without(plainly['task'], 'lease_holder'))
  expect(page).toMatchObject({ parents: plainly['parents'], blocks: plainly['blocks'], status: 'in_progress' })
  const [ourTool, plainTool] = [
    await tool(baton.url, 'claim_task', { project: 'web' }),
    await tool(plain.url, 'claim_task', { project: 'web' }),
  ]
  expect(Object.keys(plainTool['task']).toSorted()).toEqual(Object.keys(ourTool['task']).toSorted())
})
