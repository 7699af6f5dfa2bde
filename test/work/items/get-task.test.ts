import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../../looping/mcp-client.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
let token: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  token = (await ann.mcpToken()).token
})
afterAll(() => baton.close())

const make = (title: string, more: object = {}) => ann.do('POST', '/api/tasks', { project: 'web', title, ...more })
const tool = async (name: string, input: object) => (await callTool(baton.url, token, name, { response_format: 'concise', ...input })).body

test('one call gives all that a task’s page shows', async () => {
  const epic = await ann.do('POST', '/api/projects/web/epics', { title: 'Epic' })
  const [first, last, cited] = [await make('First'), await make('Last'), await make('Cited')]
  const links = [`task:${cited.key}`]
  const task = await make('Page', { epic: epic.key, blocked_by: [first.key], assignee: 'ann', links })
  await ann.do('PATCH', `/api/tasks/${last.key}`, { blocked_by: [task.key] })
  await ann.do('PATCH', `/api/tasks/${task.key}`, { comment: 'Started' })
  expect(await ann.do('GET', `/api/tasks/${task.key}`)).toMatchObject({
    key: task.key,
    parents: [{ key: epic.key }],
    children: { stories: { items: 0 }, tasks: { items: 0 } },
    blocked_by: [{ key: first.key }],
    blocks: [{ key: last.key }],
    assignee: { handle: 'ann' },
    assignee_agent: null,
    author: { handle: 'ann' },
    lease: null,
    comments: { total: 1, items: [{ body: 'Started', author: { handle: 'ann' } }] },
    attachments: [],
    links: [{ kind: 'task', ref: cited.key, title: 'Cited' }],
    backlinks: [],
    history: [{ type: 'comment.created' }, { type: 'task.created' }],
  })
  expect((await ann.do('GET', `/api/tasks/${cited.key}`)).backlinks).toMatchObject([{ kind: 'task', ref: task.key }])
})

test('links are set as a whole, an unknown one is refused, and a repeat changes nothing', async () => {
  const [from, to] = [await make('From'), await make('To')]
  const patch = (links: string[]) => ann.call('PATCH', `/api/tasks/${from.key}`, { links })
  expect((await patch([`task:${to.key}`])).body.version).toBe(2)
  expect((await patch([`task:${to.key}`])).body.version).toBe(2)
  expect((await patch(['task:WEB-9999'])).status).toBe(404)
  expect((await patch(['page:home'])).status).toBe(400)
  expect((await patch([])).body.version).toBe(3)
  expect((await ann.do('GET', `/api/tasks/${from.key}`)).links).toEqual([])
})

test('who holds a task is named, and stays named when somebody else writes in it', async () => {
  const task = await make('Held', { status: 'todo' })
  await tool('claim_task', { task: task.key })
  const bob = await baton.person('bob')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await bob.in(ann.user.personal_organization_id).do('PATCH', `/api/tasks/${task.key}`, { description: 'More words' })
  const { lease } = await ann.do('GET', `/api/tasks/${task.key}`)
  expect(lease).toMatchObject({ until: expect.any(String), user: { handle: 'ann' }, agent: { name: expect.any(String) } })
})

test('an agent gets the short form with what is said of the same fields, and the long one when it asks', async () => {
  const task = await make('Talked about', { description: 'text '.repeat(900) })
  for (let number = 1; number <= 8; number++) {
    await ann.do('POST', `/api/tasks/${task.key}/comments`, { body: `${number} ${'word '.repeat(20)}` })
  }
  const short = await tool('get_task', { task: task.key })
  const long = await tool('get_task', { task: task.key, response_format: 'detailed' })
  // Agents get one sentence per history line; its parts are for the dashboard.
  const page = await ann.do('GET', `/api/tasks/${task.key}`)
  const history = page.history.map((line: object) => ({ ...line, brief: '', changes: [], subject: null }))
  expect(long).toEqual({ ...page, history })
  expect(long.comments).toMatchObject({ total: 8, items: { length: 8 } })
  expect(Object.keys(long)).toEqual(expect.arrayContaining(Object.keys(short)))
  expect(short).toMatchObject({ key: task.key, title: 'Talked about', author: 'ann', version: 1 })
  expect(short.comments).toMatchObject({ total: 8, items: [{ body: expect.stringMatching(/^8 word/) }, {}, {}] })
  expect(JSON.stringify(short).length).toBeLessThan(10_000)
})
