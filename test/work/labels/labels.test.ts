import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.api.createProject({ name: 'Web', slug: 'web' })
})
afterAll(() => baton.close())

const project = 'web'
const labels = async () => (await ann.api.listLabels({ project })).items
const one = async (label: string) => (await labels()).find((row) => row.label === label)
const labelsOf = async (task: string) => (await ann.api.getTask({ task })).labels

test('a label has a color and a description before anything has it, and is counted once something does', async () => {
  expect(await ann.api.saveLabel({ project, label: 'bug', color: 'red', description: 'Something is wrong' })).toEqual({
    label: 'bug',
    color: 'red',
    description: 'Something is wrong',
  })
  await ann.api.createTask({ project, title: 'Open', labels: ['bug', 'plain'] })
  await ann.api.createTask({ project, title: 'Done', labels: ['bug'], status: 'complete' })
  expect(await one('bug')).toEqual({ label: 'bug', color: 'red', description: 'Something is wrong', items: 2, open: 1 })
  expect(await one('plain')).toMatchObject({ color: 'gray', description: '', items: 1 })
  expect(await ann.api.saveLabel({ project, label: 'bug', color: 'violet' })).toMatchObject({ description: 'Something is wrong' })
})

test('a label that is renamed takes its color along, and all tasks follow', async () => {
  await ann.api.saveLabel({ project, label: 'ui', color: 'blue' })
  const { key } = await ann.api.createTask({ project, title: 'Button', labels: ['ui'] })
  expect(await ann.api.renameLabel({ project, label: 'ui', to: 'interface' })).toEqual({ label: 'interface', changed: 1, more: false })
  expect(await labelsOf(key)).toEqual(['interface'])
  expect(await one('ui')).toBeUndefined()
  expect(await one('interface')).toMatchObject({ color: 'blue', items: 1 })
})

test('a label that is merged into another gives it its tasks and leaves it its color', async () => {
  await ann.api.saveLabel({ project, label: 'slow', color: 'yellow' })
  await ann.api.saveLabel({ project, label: 'performance', color: 'green' })
  const { key } = await ann.api.createTask({ project, title: 'Both', labels: ['slow', 'performance'] })
  await ann.api.renameLabel({ project, label: 'slow', to: 'performance' })
  expect(await labelsOf(key)).toEqual(['performance'])
  expect(await one('performance')).toMatchObject({ color: 'green', items: 1 })
  expect(await one('slow')).toBeUndefined()
})

test('a label that is deleted comes off its tasks, and each change of a label is told', async () => {
  await ann.api.saveLabel({ project, label: 'gone', color: 'pink' })
  const { key } = await ann.api.createTask({ project, title: 'Has it', labels: ['gone', 'stays'] })
  expect(await ann.api.removeLabel({ project, label: 'gone' })).toMatchObject({ changed: 1 })
  expect(await labelsOf(key)).toEqual(['stays'])
  expect(await one('gone')).toBeUndefined()
  const told = await baton.look(`select type, data->'label'->>'name' as name from events where type like 'label.%' order by seq`)
  expect(told).toEqual(
    expect.arrayContaining([
      { type: 'label.created', name: 'bug' },
      { type: 'label.updated', name: 'bug' },
      { type: 'label.renamed', name: 'interface' },
      { type: 'label.deleted', name: 'gone' },
    ]),
  )
})

test('colors and descriptions are in an export, and come back with it', async () => {
  await ann.api.saveLabel({ project, label: 'kept', color: 'teal', description: 'In the file' })
  const headers = { authorization: `Bearer ${ann.token}`, 'baton-organization': ann.organization ?? '' }
  const file = await (await fetch(`${baton.url}/api/sync/export`, { headers })).text()
  const ben = await (await baton.person('ben')).createOrganization('copy')
  const sent = await fetch(`${baton.url}/api/sync/import`, {
    method: 'POST',
    body: file,
    headers: { authorization: `Bearer ${ben.token}`, 'baton-organization': ben.organization ?? '', 'content-type': 'application/jsonl' },
  })
  expect(sent.status).toBe(200)
  expect((await ben.api.listLabels({ project })).items).toContainEqual(
    expect.objectContaining({ label: 'kept', color: 'teal', description: 'In the file' }),
  )
})

test('which task belongs to which feature is one read', async () => {
  const { id, key } = await ann.api.createTask({ project, title: 'Part of it' })
  const { ref } = await ann.api.createFeature({ project, title: 'Sign-in', tasks: [key] })
  expect((await ann.api.listFeatureTasks({ project })).items).toEqual([expect.objectContaining({ ref, title: 'Sign-in', task_ids: [id] })])
})
