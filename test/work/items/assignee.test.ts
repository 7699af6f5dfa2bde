import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { callTool } from '../../looping/mcp-client.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
let token: string
let rex: { id: string }

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in('acme')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  rex = await ann.do('POST', '/api/agents', { name: 'Rex' })
  token = (await bob.mcpToken()).token
})
afterAll(() => baton.close())

const make = (title: string, more: object = {}) => ann.do('POST', '/api/tasks', { project: 'web', title, ...more })
const tool = async (name: string, input: object) => (await callTool(baton.url, token, name, input)).body
const asPerson = (person: Person) => ({
  kind: 'person',
  id: person.user.id,
  name: `Name of ${person.user.handle}`,
  handle: person.user.handle,
})
const asAgent = () => ({ kind: 'agent', id: rex.id, name: 'Rex', slug: 'rex' })

test('one field takes a member’s handle, an agent’s slug or me, at both doors', async () => {
  expect((await make('By handle', { assignee: 'bob' })).assignee).toEqual(asPerson(bob))
  expect((await make('Mine', { assignee: 'me' })).assignee).toEqual(asPerson(ann))
  const agents = await make('By slug', { assignee: 'rex' })
  expect(agents).toMatchObject({ assignee: asAgent(), assignee_id: null, assignee_agent_id: rex.id })
  expect((await tool('create_task', { project: 'web', title: 'By an agent', assignee: 'rex' })).assignee).toEqual(asAgent())
  expect((await tool('update_task', { task: agents.key, assignee: 'me' })).assignee).toEqual(asPerson(bob))
  const refused = await ann.call('POST', '/api/tasks', { project: 'web', title: 'x', assignee: 'nobody-here' })
  expect([refused.status, refused.body.detail]).toEqual([404, expect.stringContaining('member or agent')])
})

test('every answer about a task names its assignee, and one replaces the other', async () => {
  const { key } = await make('Passed on', { assignee: 'bob', labels: ['passed-on'] })
  const at = `/api/tasks/${key}`
  const everywhere = async () => {
    const [whole] = (await ann.do('GET', '/api/tasks?project=web&label=passed-on')).items
    const [card] = (await ann.do('GET', '/api/tasks?project=web&label=passed-on&response_format=concise')).items
    const [listed] = (await tool('list_tasks', { project: 'web', label: 'passed-on' })).items
    const { columns } = await ann.do('GET', '/api/projects/web/board?label=passed-on')
    const [onBoard] = columns.flatMap((column: any) => column.cards)
    const { assignee: onPage } = await ann.do('GET', at)
    const { assignee: toAgent } = await tool('get_task', { task: key })
    return [whole.assignee, card.assignee, listed.assignee, onBoard.assignee, onPage, toAgent]
  }
  expect(await everywhere()).toEqual(Array(6).fill(asPerson(bob)))
  expect(await ann.do('PATCH', at, { assignee: 'rex' })).toMatchObject({ assignee: asAgent(), assignee_id: null })
  expect(await everywhere()).toEqual(Array(6).fill(asAgent()))
  const { items } = await ann.do('PATCH', '/api/tasks/bulk', { tasks: [key], changes: { assignee: 'ann' } })
  expect(items).toMatchObject([{ assignee: asPerson(ann), assignee_agent_id: null }])
  expect((await ann.do('PATCH', at, { assignee_agent: 'rex' })).assignee).toEqual(asAgent())
  expect((await tool('claim_task', { task: key })).task.assignee).toEqual(asAgent())
  expect(await ann.do('PATCH', at, { assignee: null })).toMatchObject({ assignee: null, assignee_id: null, assignee_agent_id: null })
})

test('a list is narrowed by the same names', async () => {
  await ann.do('POST', '/api/projects', { name: 'List', slug: 'list', key: 'LST' })
  for (const assignee of ['ann', 'bob', 'rex', null]) await make(`For ${assignee}`, { project: 'list', assignee })
  const titles = async (query: string) =>
    (await ann.do('GET', `/api/tasks?project=list&${query}`)).items.map(({ title }: { title: string }) => title)
  expect(await titles('assignee=bob')).toEqual(['For bob'])
  expect(await titles('assignee=me')).toEqual(['For ann'])
  expect(await titles('assignee=rex')).toEqual(['For rex'])
  expect(await titles('assignee_agent=rex')).toEqual(['For rex'])
  expect(await titles('assignee=none')).toEqual(['For null'])
  expect((await tool('list_tasks', { project: 'list', assignee: 'rex' })).items).toMatchObject([{ title: 'For rex' }])
})

test('where a member and an agent have one name, the member is meant', async () => {
  const twin = await ann.do('POST', '/api/agents', { name: 'Bob', slug: 'bob' })
  expect((await make('Twins', { assignee: 'bob' })).assignee).toEqual(asPerson(bob))
  expect((await make('Twins', { assignee_agent: 'bob' })).assignee).toMatchObject({ kind: 'agent', id: twin.id })
})
