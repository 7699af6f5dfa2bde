import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { call, clients, result, streamableClient, type McpClient } from '../clients.ts'

let baton: Baton
let client: McpClient
let token: string
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  token = (await ann.mcpToken()).token
  client = await streamableClient({ url: baton.url, token, client: 'builder' })
  await result(client, 'create_project', { name: 'Web', slug: 'web', key: 'WEB' })
  for (const title of ['One', 'Two', 'Three']) await result(client, 'create_task', { project: 'web', title })
  await result(client, 'update_task', { task: 'WEB-1', comment: 'Looks good' })
  await result(client, 'claim_task', { task: 'WEB-2' })
})
afterAll(async () => {
  await client.close()
  await baton.close()
})

const said = async (name: string, input: Record<string, unknown>): Promise<any> => (await call(client, name, input)).structuredContent
const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

test.each([
  [
    'create_task',
    { project: 'web', title: 'Four', description: 'A description that nobody needs to read again.' },
    { key: 'WEB-4', status: 'backlog', priority: 'none', version: 1, description_length: 46 },
  ],
  ['update_task', { task: 'WEB-1', comment: 'Agreed.' }, { key: 'WEB-1', status: 'backlog', version: 1, comment_length: 7 }],
  ['complete_task', { task: 'WEB-3', notes: 'Done.' }, { key: 'WEB-3', status: 'complete', proof: 'claimed', version: 2, notes_length: 5 }],
  [
    'create_spec',
    { project: 'web', title: 'Login', body: 'How it works.' },
    { ref: 'WEB-S1', status: 'draft', latest_version: 1, body_length: 13 },
  ],
  [
    'log_decision',
    { project: 'web', title: 'Use SSE', rationale: 'Proxies.' },
    { ref: 'WEB-D1', status: 'accepted', version: 1, rationale_length: 8 },
  ],
  [
    'update_project',
    { project: 'web', description: 'A shop' },
    { slug: 'web', visibility: 'organization', version: 2, description_length: 6 },
  ],
])('%s answers briefly and repeats nothing it was sent', async (name, input, answer) => {
  expect(await said(name, input)).toEqual(answer)
})

const reads: [string, Record<string, unknown>][] = [
  ['list_projects', {}],
  ['get_project', { project: 'web' }],
  ['list_tasks', {}],
  ['get_task', { task: 'WEB-2' }],
  ['list_agents', {}],
  ['list_decisions', {}],
  ['get_decision', { decision: 'WEB-D1' }],
  ['get_spec', { spec: 'WEB-S1' }],
]

test.each(reads)('%s says nothing that is empty and no id of what has a name', async (name, input) => {
  const answer = await said(name, input)
  expect(JSON.stringify(answer)).not.toMatch(/null|:""|:\{\}/)
  expect(JSON.stringify(answer).replace(/"comments":.*?\]\}/, '')).not.toMatch(id)
  const whole = await said(name, { ...input, ...(name !== 'get_spec' && { response_format: 'detailed' }) })
  if (name !== 'get_spec') expect(JSON.stringify(whole)).toMatch(id)
})

test('who did something is said by name', async () => {
  const { history, lease, author } = await said('get_task', { task: 'WEB-2' })
  expect(history[0]).toEqual({
    seq: expect.any(Number),
    at: expect.stringMatching(/:\d\dZ$/),
    type: 'task.claimed',
    by: 'builder',
    summary: expect.any(String),
  })
  expect(lease).toEqual({ from: expect.any(String), until: expect.any(String), user: 'ann', agent: expect.stringMatching(/^builder/) })
  expect(author).toBe('ann')
})

test('an empty list is a list, and a page says how many there are and where the next one begins', async () => {
  expect(await said('list_notes', {})).toEqual({ items: [] })
  const first = await said('list_tasks', { limit: 2 })
  expect(first).toMatchObject({ items: [{ key: 'WEB-4' }, { key: 'WEB-3' }], total: 4 })
  expect(first.next_cursor.length).toBeLessThan(45)
  const second = await said('list_tasks', { limit: 2, cursor: first.next_cursor })
  expect(second).toMatchObject({ items: [{ key: 'WEB-2' }, { key: 'WEB-1' }], total: 4 })
  expect(second).not.toHaveProperty('next_cursor')
  const { content } = await call(client, 'list_tasks', { limit: 2 })
  expect(content[0]?.text).toMatch(/^2 of 4 items; there are more: repeat with cursor: /m)
})

test.each([
  'list_projects',
  'list_specs',
  'list_decisions',
  'list_activities',
  'list_agents',
  'list_memories',
  'list_notes',
  'list_sessions',
  'list_features',
  'list_skills',
])('%s counts what one page does not hold', async (name) => {
  await fill[name]?.()
  const page = await said(name, { limit: 1 })
  expect(page.items).toHaveLength(1)
  expect(page.total).toBeGreaterThanOrEqual(2)
  const rest = await said(name, { limit: 100, cursor: page.next_cursor })
  expect(rest.items.length + 1, name).toBe(rest.total)
})

const twice = (name: string, input: Record<string, unknown>) => async () => {
  for (const time of [1, 2]) await result(client, name, { ...input, ...('title' in input && { title: `${input['title']} ${time}` }) })
}
const fill: Record<string, () => Promise<unknown>> = {
  list_projects: () => result(client, 'create_project', { name: 'Api', slug: 'api', key: 'API' }),
  list_specs: twice('create_spec', { project: 'web', title: 'Spec' }),
  list_decisions: twice('log_decision', { project: 'web', title: 'Choice' }),
  list_agents: () => result(client, 'create_agent', { name: 'Reader' }),
  list_memories: async () => {
    for (const content of ['A', 'B', 'C']) await result(client, 'store_memory', { content, project: 'web' })
  },
  list_notes: twice('create_note', { title: 'Note' }),
  list_sessions: twice('create_session', { goals: ['Work'] }),
  list_features: twice('create_feature', { project: 'web', title: 'Feature' }),
  list_skills: async () => {
    for (const slug of ['one', 'two']) await ann.do('POST', '/api/skills', { name: slug, slug, description: 'How', body: 'Text' })
  },
}

test.each(Object.entries(clients))('%s finds every short answer true to the output schema', async (_, connect) => {
  const checking = await connect({ url: baton.url, token, client: 'checker' })
  // Clients that have fetched the schemas reject an answer that doesn't match.
  await checking.listTools()
  for (const [name, input] of reads) expect((await call(checking, name, input)).structuredContent, name).toBeTruthy()
  await call(checking, 'create_task', { project: 'web', title: 'Checked' })
  await checking.close()
})
