import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

test('a line of the feed says for every changed field what it was and what it became', async () => {
  const epic = await ann.do('POST', '/api/projects/web/epics', { title: 'Accounts' })
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Fix login', labels: ['old'] })
  const change = async (fields: Record<string, unknown>) => {
    await ann.do('PATCH', `/api/tasks/${task.key}`, fields)
    const [line] = (await ann.do('GET', `/api/activity?subject=${task.id}&limit=1`)).items
    return line
  }
  const priority = await change({ priority: 'high' })
  expect(priority).toMatchObject({
    summary: `changed priority of ${task.key} Fix login from None to High`,
    brief: 'changed priority from None to High',
    changes: [{ field: 'priority', from: 'None', to: 'High' }],
    subject: { kind: 'task', id: task.id, ref: task.key, title: 'Fix login' },
  })
  expect((await change({ status: 'in_progress' })).changes).toEqual([{ field: 'status', from: 'Backlog', to: 'In progress' }])
  expect((await change({ assignee: 'ann' })).changes).toEqual([{ field: 'assignee', from: null, to: 'Name of ann' }])
  expect((await change({ assignee: null })).changes).toEqual([{ field: 'assignee', from: 'Name of ann', to: null }])
  expect((await change({ due_on: '2027-01-31' })).changes).toEqual([{ field: 'due date', from: null, to: 'Jan 31, 2027' }])
  expect((await change({ estimate: 3 })).changes).toEqual([{ field: 'estimate', from: null, to: '3' }])
  expect((await change({ labels: ['new'] })).changes).toEqual([
    { field: 'label', from: null, to: 'new' },
    { field: 'label', from: 'old', to: null },
  ])
  expect((await change({ parent: epic.key })).changes).toEqual([{ field: 'parent', from: null, to: `${epic.key} Accounts` }])
  const words = await change({ description: 'Long words' })
  expect(words).toMatchObject({ brief: 'edited the description', changes: [{ field: 'description', from: null, to: null }] })
  expect(JSON.stringify(words)).not.toContain('Long words')
})

test('the feed can be narrowed to one area', async () => {
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Talked about' })
  await ann.do('POST', `/api/tasks/${task.key}/comments`, { body: 'Hello' })
  await ann.do('POST', '/api/notes', { project: 'web', title: 'Ideas' })
  const types = async (area: string) => {
    const { items } = await ann.do('GET', `/api/projects/web/activity?area=${area}`)
    return new Set(items.map(({ type }: { type: string }) => type.split('.')[0]))
  }
  expect(await types('comments')).toEqual(new Set(['comment']))
  expect(await types('knowledge')).toEqual(new Set(['note']))
  expect(await types('work')).toEqual(new Set(['task', 'epic']))
})
