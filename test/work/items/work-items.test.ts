import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

test('an item is reached only below its true ancestors', async () => {
  const epic = await ann.do('POST', '/api/projects/web/epics', { title: 'Epic' })
  const other = await ann.do('POST', '/api/projects/web/epics', { title: 'Other' })
  const story = await ann.do('POST', `/api/projects/web/epics/${epic.key}/stories`, { title: 'Story' })
  const task = await ann.do('POST', `/api/projects/web/epics/${epic.key}/stories/${story.key}/tasks`, { title: 'Task' })
  expect((await ann.call('GET', `/api/projects/web/epics/${epic.key}/stories/${story.key}/tasks/${task.key}`)).status).toBe(200)
  expect((await ann.call('GET', `/api/projects/web/epics/${other.key}/stories/${story.key}/tasks/${task.key}`)).status).toBe(404)
  expect((await ann.call('GET', `/api/projects/web/epics/${other.key}/stories/${story.key}`)).status).toBe(404)
})

test('a blocked task is not ready, and a circle of blockers is refused', async () => {
  const first = await ann.do('POST', '/api/tasks', { project: 'web', title: 'First' })
  const second = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Second', blocked_by: [first.key] })
  expect(second.blocked).toBe(true)
  const ready = await ann.do('GET', '/api/tasks?project=web&ready=true&limit=100')
  expect(ready.items.map((task: { key: string }) => task.key)).not.toContain(second.key)
  const circle = await ann.call('PATCH', `/api/tasks/${first.key}`, { blocked_by: [second.key] })
  expect(circle.body.code).toBe('conflict')
  await ann.do('POST', `/api/tasks/${first.key}/complete`, { notes: 'done' })
  expect((await ann.do('GET', `/api/tasks/${second.key}`)).blocked).toBe(false)
})

test('an update that names an old version is refused', async () => {
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Versioned' })
  expect((await ann.do('PATCH', `/api/tasks/${task.key}`, { title: 'Changed', version: 1 })).version).toBe(2)
  expect((await ann.call('PATCH', `/api/tasks/${task.key}`, { title: 'Again', version: 1 })).body.code).toBe('stale_version')
})

test('a create that repeats an open title says so', async () => {
  const one = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Write the docs' })
  const two = await ann.do('POST', '/api/tasks', { project: 'web', title: 'write the Docs' })
  expect(two.same_title).toEqual([one.key])
})
