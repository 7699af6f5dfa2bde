import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../../looping/mcp-client.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('works')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

test('a key alone opens a task, a story and an epic, each with the project it is in', async () => {
  const epic = await ann.do('POST', '/api/projects/web/epics', { title: 'Epic' })
  const story = await ann.do('POST', `/api/projects/web/epics/${epic.key}/stories`, { title: 'Story' })
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Task', story: story.key })
  for (const [kind, { key }] of Object.entries({ epic, story, task })) {
    expect(await ann.do('GET', `/api/items/${key}`)).toMatchObject({ key, kind, project: { slug: 'web', key: 'WEB' }, lease: null })
  }
  expect((await ann.do('GET', `/api/items/${task.key}`)).parents).toMatchObject([{ key: story.key }, { key: epic.key }])
  expect((await ann.call('GET', '/api/items/WEB-999')).status).toBe(404)
})

test('a held task says since when, by which session, and who works next to it; the session stays known afterwards', async () => {
  const { token } = await ann.mcpToken()
  const tool = async (name: string, input: object) => (await callTool(baton.url, token, name, input)).body as any
  const make = (title: string) => ann.do('POST', '/api/tasks', { project: 'web', title })
  const [one, other] = [await make('One'), await make('Other')]
  const session = await tool('create_session', { goals: ['Do both'], project: 'web' })
  const { lease } = await tool('claim_task', { task: one.key, session: session.id })
  await tool('claim_task', { task: other.key })
  const held = await ann.do('GET', `/api/items/${one.key}`)
  expect(held).toMatchObject({ session: { id: session.id, title: 'Do both', status: 'running' }, held_nearby: [{ key: other.key }] })
  expect(Date.parse(held.claimed_at)).toBeLessThan(Date.parse(held.lease.until))
  expect(JSON.stringify(held)).not.toContain('fence')
  await tool('complete_task', { task: one.key, fence: lease.fence })
  expect(await ann.do('GET', `/api/items/${one.key}`)).toMatchObject({ claimed_at: null, lease: null, session: { id: session.id } })
})
