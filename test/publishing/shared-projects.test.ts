import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.api.createProject({ name: 'Web', slug: 'web', key: 'WEB', description: 'Our **site**' })
  const epic = await ann.api.createEpic({ project: 'web', title: 'Launch' })
  const story = await ann.api.createStory({ project: 'web', epic: epic.key, title: 'Story' })
  const task = await ann.api.createTask({ project: 'web', story: story.key, title: 'Hidden words of a task' })
  await ann.api.createTask({ project: 'web', story: story.key, title: 'Another' })
  await ann.api.updateTask({ task: task.key, status: 'complete' })
})
afterAll(() => baton.close())

const shown = async () => (await send(baton.url, 'GET', '/api/public/projects/acme/web')).body
const docs = () => send(baton.url, 'GET', '/api/public/docs/acme/web')
const page = async () => (await fetch(`${baton.url}/p/projects/acme/web`)).text()
const refresh = () => {
  const org = ann.organization ?? ''
  return execute(baton.node.assembly.kernel, operations.get('refreshSharedProjects'), system(org), {}, { door: 'worker' })
}

test('shared without parts it is a name and a description', async () => {
  await ann.api.shareProject({ project: 'web' })
  await refresh()
  expect(await shown()).toMatchObject({ name: 'Web', parts: [], progress: null, roadmap: null })
  expect((await docs()).status).toBe(404)
  expect(await page()).toContain('Our <strong>site</strong>')
})

test('each part is shown by choice, and what it shows is counted, not told', async () => {
  await ann.api.shareProject({ project: 'web', parts: ['progress', 'roadmap'] })
  await refresh()
  expect(await shown()).toMatchObject({
    parts: ['progress', 'roadmap'],
    progress: { complete: 1, backlog: 1 },
    roadmap: [{ title: 'Launch', due_on: null, tasks: { total: 2, complete: 1 } }],
  })
  const text = await page()
  expect(text).toContain('1 of 2 tasks done')
  expect(text).toContain('Launch')
  expect(text).not.toContain('Hidden words')
})

test('what did not change keeps its date, and a change of the project keeps its parts', async () => {
  const before = await shown()
  baton.clock.advance(60_000)
  expect(await refresh()).toEqual({ changed: 0 })
  expect((await shown()).updated_at).toBe(before.updated_at)
  await ann.api.updateProject({ project: 'web', description: 'Other words' })
  expect(await shown()).toMatchObject({ description: 'Other words', progress: { complete: 1 } })
})

test('a part that is taken back is gone at once', async () => {
  await ann.api.shareProject({ project: 'web', parts: ['progress'] })
  expect(await shown()).toMatchObject({ parts: ['progress'], roadmap: null })
  const [row] = await baton.look<{ fields: object }>("select fields from published where kind = 'project'")
  expect(JSON.stringify(row)).not.toContain('Launch')
})

test('docs are the published notes of this project alone', async () => {
  await ann.api.shareProject({ project: 'web', parts: ['docs'] })
  const publish = async (title: string, project?: string) => {
    const { id } = await ann.api.createNote({ title, ...(project && { project }) })
    await ann.api.publishNote({ note: id })
  }
  await publish('How to deploy', 'web')
  await publish('My own')
  await ann.api.createNote({ title: 'Not published', project: 'web' })
  expect((await docs()).body.items.map(({ title }: { title: string }) => title)).toEqual(['How to deploy'])
  expect(await page()).toContain('How to deploy')
  await ann.api.unshareProject({ project: 'web' })
  expect((await docs()).status).toBe(404)
  expect(await page()).toContain('Page not found')
})
