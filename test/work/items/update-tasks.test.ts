import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import type { Principal } from '../../../src/kernel/context.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { authenticateMcpToken } from '../../../src/capabilities/identity/login/authenticate.ts'
import { operations } from '../../../src/capabilities/operations.ts'

let baton: Baton
let ann: Person
let agent: Principal

const asAgent = (name: string, input: unknown): Promise<any> => {
  const operation = operations.get(name)
  if (!operation) throw new Error(name)
  return execute(baton.node.assembly.kernel, operation, agent, input, { door: 'test' })
}
const make = (title: string, more: object = {}): Promise<{ key: string; id: string }> =>
  ann.do('POST', '/api/tasks', { project: 'web', title, ...more })
const bulk = (tasks: { key: string }[], changes: object, more: object = {}) =>
  ann.call('PATCH', '/api/tasks/bulk', { tasks: tasks.map((task) => task.key), changes, ...more })
const read = (task: { key: string }) => ann.do('GET', `/api/tasks/${task.key}`)

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  agent = await authenticateMcpToken(baton.node.assembly.kernel, (await ann.mcpToken()).token)
})
afterAll(() => baton.close())

test('many tasks are changed in one step, each with an event of its own', async () => {
  const [a, b] = [await make('A', { labels: ['old', 'kept'] }), await make('B', { labels: ['old'] })]
  const changes = {
    status: 'todo',
    priority: 'high',
    add_labels: ['new'],
    remove_labels: ['old'],
    estimate: 3,
    due_on: '2027-01-31',
    assignee: 'ann',
  }
  const { body } = await bulk([a, b, a], changes)
  expect(body.items.map((item: any) => [item.key, item.labels])).toEqual([
    [a.key, ['kept', 'new']],
    [b.key, ['new']],
  ])
  expect(body.items[0]).toMatchObject({
    status: 'todo',
    priority: 'high',
    estimate: 3,
    due_on: '2027-01-31',
    assignee_id: ann.user.id,
    version: 2,
  })
  const events = await baton.look("select from events where type = 'task.updated' and subject_id = any($1)", [[a.id, b.id]])
  expect(events).toHaveLength(2)
})

test('all or nothing: one that is missing, held or stale leaves the others as they were', async () => {
  const [free, held] = [await make('Free'), await make('Held', { status: 'todo' })]
  expect((await bulk([free, { key: 'WEB-99999' }], { priority: 'low' })).status).toBe(404)
  const { lease } = await asAgent('claimTask', { task: held.key })
  const keys = [free.key, held.key]
  await expect(asAgent('updateTasks', { tasks: keys, changes: { status: 'in_review' } })).rejects.toMatchObject({ code: 'lease_held' })
  expect((await bulk([free, held], { priority: 'low' }, { versions: { [held.key]: 1 } })).body.code).toBe('stale_version')
  expect(await read(free)).toMatchObject({ status: 'backlog', priority: 'none', version: 1 })
  const fences = { [held.key]: lease.fence }
  const done = await asAgent('updateTasks', { tasks: keys, changes: { status: 'in_review' }, fences })
  expect(done.items.map((item: any) => item.status)).toEqual(['in_review', 'in_review'])
  await asAgent('updateTasks', { tasks: keys, changes: { priority: 'low' } })
})

test('a person’s bulk edit ends the leases it overrides', async () => {
  const held = await make('Taken', { status: 'todo' })
  await asAgent('claimTask', { task: held.key })
  expect((await bulk([held], { status: 'todo' })).body.items[0]).toMatchObject({ status: 'todo', lease_holder: null })
})

test('two bulk edits of the same tasks, named in opposite order, both succeed', async () => {
  const tasks = [await make('One'), await make('Two'), await make('Three'), await make('Four')]
  const rounds = Array.from({ length: 12 }, (_, round) =>
    bulk(round % 2 ? tasks : tasks.toReversed(), { estimate: round }).then(({ status }) => status),
  )
  expect(new Set(await Promise.all(rounds))).toEqual(new Set([200]))
})

test('two halves of a circle drawn at the same moment: one of them is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await make('Half'), await make('Other half')]
    const answers = await Promise.all([
      ann.call('PATCH', `/api/tasks/${a.key}`, { blocked_by: [b.key] }),
      bulk([b], { blocked_by: [a.key] }),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  }
})

test('a change of blockers alone is a change: it has a version and an event', async () => {
  const [a, b, c] = [await make('First'), await make('Second'), await make('Third')]
  await ann.do('PATCH', `/api/tasks/${c.key}`, { blocked_by: [a.key] })
  expect(await ann.do('PATCH', `/api/tasks/${c.key}`, { blocked_by: [b.key] })).toMatchObject({ blocked: true, version: 3 })
  expect((await ann.do('PATCH', `/api/tasks/${c.key}`, { blocked_by: [b.key] })).version).toBe(3)
})

test('twenty labels are the most', async () => {
  const task = await make('Labelled', { labels: Array.from({ length: 20 }, (_, place) => `l${place}`) })
  expect((await bulk([task], { add_labels: ['one more'] })).status).toBe(400)
})

test('the labels of a project are counted, renamed and removed as one', async () => {
  await ann.do('POST', '/api/projects', { name: 'Labels', slug: 'labels' })
  const task = (title: string, labels: string[], status = 'todo') =>
    ann.do('POST', '/api/tasks', { project: 'labels', title, labels, status })
  const both = await task('Both', ['bug', 'defect'])
  await task('Bug', ['bug'])
  await task('Done', ['bug'], 'complete')
  const list = async () => (await ann.do('GET', '/api/projects/labels/labels')).items
  expect(await list()).toMatchObject([
    { label: 'bug', items: 3, open: 2 },
    { label: 'defect', items: 1, open: 1 },
  ])
  const renamed = await ann.do('POST', '/api/projects/labels/labels/rename', { label: 'bug', to: 'defect' })
  expect(renamed).toEqual({ label: 'defect', changed: 3, more: false })
  expect(await list()).toMatchObject([{ label: 'defect', items: 3, open: 2 }])
  expect((await read(both)).labels).toEqual(['defect'])
  expect((await ann.do('POST', '/api/projects/labels/labels/remove', { label: 'defect' })).changed).toBe(3)
  expect(await list()).toEqual([])
})
