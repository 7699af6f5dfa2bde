import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { authenticateMcpToken } from '../../../src/capabilities/identity/login/authenticate.ts'
import { operations } from '../../../src/capabilities/operations.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(() => baton.close())

const epics = '/api/projects/web/epics'
const status = async (method: string, path: string) => (await ann.call(method, path)).status

const isDeleted = async (key: string) => (await ann.do('GET', `/api/tasks/${key}`)).deleted_at !== null

async function branch() {
  const epic = await ann.do('POST', epics, { title: 'Epic' })
  const story = await ann.do('POST', `${epics}/${epic.key}/stories`, { title: 'Story' })
  const below = await ann.do('POST', `${epics}/${epic.key}/stories/${story.key}/tasks`, { title: 'Below' })
  const beside = await ann.do('POST', '/api/tasks', { project: 'web', epic: epic.key, title: 'Beside', status: 'todo' })
  return { epic, story, below, beside }
}

test('an epic goes with all below it, each with its own event, and comes back with exactly those', async () => {
  const { epic, story, below, beside } = await branch()
  await ann.do('DELETE', `/api/tasks/${beside.key}`)
  await ann.do('DELETE', `${epics}/${epic.key}`)
  for (const { key } of [below, beside]) expect(await isDeleted(key)).toBe(true)
  const gone = await baton.look<{ type: string }>(
    "select type from events where type like '%.deleted' and subject_id = any($1) order by type",
    [[epic.id, story.id, below.id]],
  )
  expect(gone.map(({ type }) => type)).toEqual(['epic.deleted', 'story.deleted', 'task.deleted'])
  expect(await ann.do('POST', `/api/items/${epic.key}/restore`)).toMatchObject({ deleted_at: null, restored: 3 })
  expect(await status('GET', `${epics}/${epic.key}/stories/${story.key}/tasks/${below.key}`)).toBe(200)
  expect(await isDeleted(beside.key)).toBe(true)
  expect((await ann.do('POST', `/api/tasks/${beside.key}/restore`)).restored).toBe(1)
  expect((await ann.do('POST', `/api/tasks/${beside.key}/restore`)).restored).toBe(0)
  expect(await status('GET', `/api/tasks/${beside.key}`)).toBe(200)
})

test('what stands below a deleted parent is restored with it, not alone', async () => {
  const { epic, story, below } = await branch()
  await ann.do('DELETE', `${epics}/${epic.key}/stories/${story.key}`)
  const alone = await ann.call('POST', `/api/tasks/${below.key}/restore`)
  expect(alone.body).toMatchObject({ code: 'conflict', detail: expect.stringContaining(`Restore ${story.key} first`) })
  await ann.do('POST', `/api/items/${story.key}/restore`)
  expect(await status('GET', `/api/tasks/${below.key}`)).toBe(200)
  expect(await status('POST', `/api/tasks/${story.key}/restore`)).toBe(404)
})

test('a task that another holds keeps its epic: an agent is refused, a person overrides', async () => {
  const { epic, beside } = await branch()
  const { kernel } = baton.node.assembly
  const agent = await authenticateMcpToken(kernel, (await ann.mcpToken()).token)
  const asAgent = (name: string, input: object) => execute(kernel, operations.get(name)!, agent, input, { door: 'test' })
  await asAgent('claimTask', { task: beside.key })
  await expect(asAgent('deleteEpic', { project: 'web', epic: epic.key })).rejects.toMatchObject({ code: 'lease_held' })
  expect(await status('GET', `${epics}/${epic.key}`)).toBe(200)
  await ann.do('DELETE', `${epics}/${epic.key}`)
  expect(await isDeleted(beside.key)).toBe(true)
})

test('a task made while its epic is deleted goes with it or is refused, but is never left alone', async () => {
  for (let round = 0; round < 4; round++) {
    const epic = await ann.do('POST', epics, { title: 'Racing' })
    const [made] = await Promise.all([
      ann.call('POST', '/api/tasks', { project: 'web', epic: epic.key, title: 'Late' }),
      ann.do('DELETE', `${epics}/${epic.key}`),
    ])
    if (made.status === 201) expect(await isDeleted(made.body.key)).toBe(true)
    else expect(made.status).toBe(404)
  }
})
