import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in('acme')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  for (const slug of ['web', 'app']) await ann.api.createProject({ name: slug, slug, key: slug.toUpperCase() })
  await ann.api.createProject({ name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
})
afterAll(() => baton.close())

const make = (title: string, more: object = {}) => ann.api.createTask({ project: 'web', title, ...more })
const keysOf = (page: { items: { key: string }[] }) => page.items.map(({ key }) => key)

test('a task, a story and an epic begin on a day; a start after the due date is refused', async () => {
  const task = await make('Dated', { start_on: '2027-03-01', due_on: '2027-03-05' })
  expect(task).toMatchObject({ start_on: '2027-03-01', due_on: '2027-03-05' })
  const late = await ann.call('PATCH', `/api/tasks/${task.key}`, { start_on: '2027-03-06' })
  expect(late).toMatchObject({ status: 400, body: { detail: expect.stringContaining('after the due date') } })
  expect((await ann.call('PATCH', `/api/tasks/${task.key}`, { due_on: '2027-02-01' })).status).toBe(400)
  expect((await ann.call('POST', '/api/tasks', { project: 'web', title: 'No', start_on: '2027-02-02', due_on: '2027-02-01' })).status).toBe(
    400,
  )
  expect(await ann.api.updateTask({ task: task.key, start_on: '2027-04-01', due_on: '2027-04-01' })).toMatchObject({
    start_on: '2027-04-01',
  })
  const epic = await ann.api.createEpic({ project: 'web', title: 'Epic', start_on: '2027-01-01', due_on: '2027-06-30', assignee: 'bob' })
  expect(epic).toMatchObject({ start_on: '2027-01-01', due_on: '2027-06-30', assignee: { handle: 'bob' } })
  expect(await ann.api.updateEpic({ project: 'web', epic: epic.key, assignee: null, due_on: null })).toMatchObject({
    assignee: null,
    due_on: null,
  })
  expect(keysOf((await ann.api.listTasks({ project: 'web', start_after: '2027-03-31', start_before: '2027-04-02' })) as never)).toEqual([
    task.key,
  ])
  const { columns } = await ann.api.getBoard({ project: 'web' })
  expect(columns.flatMap(({ cards }) => cards).find(({ key }) => key === task.key)).toMatchObject({
    start_on: '2027-04-01',
    milestone_id: null,
  })
})

test('a milestone shows how much of it is done: complete of all that are not cancelled', async () => {
  const beta = await ann.api.createMilestone({ project: 'web', name: 'Beta', target_on: '2027-05-01' })
  expect(beta).toMatchObject({ status: 'open', tasks: { complete: 0, total: 0 } })
  expect((await ann.call('POST', '/api/projects/web/milestones', { name: 'beta' })).status).toBe(409)
  const [one, two, three] = [await make('One', { milestone: 'Beta' }), await make('Two', { milestone: beta.id }), await make('Three')]
  await ann.api.updateTasks({ tasks: [three.key], changes: { milestone: 'beta', status: 'cancelled' } })
  await ann.api.completeTask({ task: one.key })
  expect(await ann.api.getMilestone({ milestone: beta.id })).toMatchObject({ status: 'open', tasks: { complete: 1, total: 2 } })
  await ann.api.completeTask({ task: two.key })
  expect(await ann.api.getMilestone({ milestone: 'Beta' })).toMatchObject({ status: 'complete', tasks: { complete: 2, total: 2 } })
  expect(keysOf((await ann.api.listTasks({ project: 'web', milestone: 'Beta', sort: 'rank' })) as never)).toEqual([
    one.key,
    two.key,
    three.key,
  ])
  expect(keysOf((await ann.api.listTasks({ project: 'web', milestone: 'none' })) as never)).not.toContain(one.key)
  const other = await ann.api.createMilestone({ project: 'app', name: 'Elsewhere' })
  expect((await ann.call('PATCH', `/api/tasks/${one.key}`, { milestone: other.id })).status).toBe(404)
  expect(await ann.api.updateMilestone({ milestone: beta.id, name: 'Beta 1', target_on: null })).toMatchObject({
    name: 'Beta 1',
    target_on: null,
    version: 2,
  })
  expect((await ann.api.listMilestones({ project: 'web' })).items.map(({ name }) => name)).toEqual(['Beta 1'])
  const feature = await ann.api.createFeature({ project: 'web', title: 'Feature', milestone: beta.id })
  expect(feature.milestone_id).toBe(beta.id)
  expect((await ann.api.listFeatures({ project: 'web', milestone: 'Beta 1' })).items).toHaveLength(1)
  await ann.api.deleteMilestone({ milestone: beta.id })
  expect((await ann.api.getTask({ task: one.key })).milestone_id).toBeNull()
  expect((await ann.api.getFeature({ feature: feature.ref })).milestone_id).toBeNull()
})

test('one rule counts what is done, on the epic, the milestone and the project', async () => {
  const epic = await ann.api.createEpic({ project: 'app', title: 'Counted' })
  const story = await ann.api.createStory({ project: 'app', epic: epic.key, title: 'Story' })
  const milestone = await ann.api.createMilestone({ project: 'app', name: 'Counted' })
  const into = (title: string, status: 'complete' | 'cancelled' | 'todo', more: object) =>
    ann.api.createTask({ project: 'app', title, status, milestone: milestone.id, ...more })
  await into('a', 'complete', { epic: epic.key })
  await into('b', 'cancelled', { epic: epic.key, story: story.key })
  await into('c', 'todo', { epic: epic.key, story: story.key })
  expect((await ann.api.getItem({ item: epic.key })).children.tasks).toEqual({ items: 3, closed: 2, complete: 1, total: 2 })
  expect((await ann.api.getMilestone({ milestone: milestone.id })).tasks).toEqual({ complete: 1, total: 2 })
  const { tasks } = (await ann.api.getProject({ project: 'app' })).stats
  expect([tasks.complete, tasks.todo + tasks.complete]).toEqual([1, 2])
})

test('tasks relate to each other on both sides; a duplicate can be closed by its link', async () => {
  const [one, two] = [await make('Original'), await make('Again')]
  const linked = await ann.api.relateTasks({ task: two.key, other: one.key, kind: 'duplicates', close: true })
  expect(linked).toMatchObject({ status: 'cancelled', related: [{ key: one.key, relation: 'duplicates' }] })
  expect((await ann.api.getTask({ task: one.key })).related).toMatchObject([{ key: two.key, relation: 'duplicated_by' }])
  // Two tasks have only one link: a new kind replaces it.
  await ann.api.relateTasks({ task: one.key, other: two.key, kind: 'relates_to' })
  for (const task of [one, two]) expect((await ann.api.getTask({ task: task.key })).related).toMatchObject([{ relation: 'relates_to' }])
  await ann.api.unrelateTasks({ task: one.key, other: two.key })
  expect((await ann.api.getTask({ task: two.key })).related).toEqual([])
  expect((await ann.call('POST', `/api/tasks/${one.key}/relations`, { other: one.key, kind: 'relates_to' })).status).toBe(400)
  const hidden = await ann.api.createTask({ project: 'secret', title: 'Hidden' })
  await ann.api.relateTasks({ task: one.key, other: hidden.key, kind: 'relates_to' })
  expect((await bob.api.getTask({ task: one.key })).related).toEqual([])
  expect((await bob.call('POST', `/api/tasks/${one.key}/relations`, { other: hidden.key, kind: 'relates_to' })).status).toBe(404)
})

test('a task that is moved has a new key, and its old one leads to it everywhere', async () => {
  const epic = await ann.api.createEpic({ project: 'web', title: 'Stays' })
  await ann.api.createMilestone({ project: 'web', name: 'Stays too' })
  const blocker = await make('Blocker')
  const task = await make('Moves', { epic: epic.key, milestone: 'Stays too', labels: ['kept'], blocked_by: [blocker.key] })
  const moved = await ann.api.moveTaskToProject({ task: task.key, project: 'app' })
  expect(moved).toMatchObject({
    id: task.id,
    key: expect.stringMatching(/^APP-\d+$/),
    moved_from: task.key,
    parent_id: null,
    milestone_id: null,
    blocked: true,
    dropped: [
      { what: 'parent', name: epic.key },
      { what: 'milestone', name: 'Stays too' },
    ],
  })
  expect((await ann.api.getTask({ task: task.key })).key).toBe(moved.key)
  expect((await ann.api.getItem({ item: task.key.toLowerCase() })).key).toBe(moved.key)
  expect((await ann.api.updateTask({ task: task.key, priority: 'high' })).key).toBe(moved.key)
  expect((await ann.api.updateTasks({ tasks: [task.key, moved.key], changes: { priority: 'low' } })).items).toHaveLength(1)
  expect(keysOf((await ann.api.listTasks({ project: 'app', label: 'kept' })) as never)).toEqual([moved.key])
  expect(keysOf((await ann.api.listTasks({ project: 'web', label: 'kept' })) as never)).toEqual([])
  const note = await ann.api.createNote({ project: 'web', title: 'Names it', content: `See [[${task.key}]]` })
  expect(note.links).toMatchObject([{ ref: moved.key }])
  const waiting = await make('Waits', { blocked_by: [task.key] })
  expect((await ann.api.getTask({ task: waiting.key })).blocked_by).toMatchObject([{ key: moved.key }])
  const row = JSON.stringify({ external_id: task.key, title: 'Imported again' })
  expect(await ann.call('POST', '/api/projects/web/import', { format: 'json', content: row })).toMatchObject({ status: 400 })
  // Moved back, it gets its original key again.
  const back = await ann.api.moveTaskToProject({ task: moved.key, project: 'web' })
  expect(back.key).toBe(task.key)
  expect((await ann.api.getTask({ task: moved.key })).key).toBe(task.key)
})

test('of two notes with one title, a task that is moved means the one of its new project', async () => {
  const [ours, theirs] = await Promise.all(
    ['web', 'app'].map((project) => ann.api.createNote({ project, title: 'Runbook', content: 'What to do.' })),
  )
  const task = await make('Follows the book', { description: 'See [[Runbook]].' })
  const other = await make('Says so', {})
  await ann.api.createComment({ item: other.key, body: 'It is in [[Runbook]].' })
  const backlinks = async (note: { id: string } | undefined) =>
    (await ann.api.getNote({ note: note?.id ?? '' })).backlinks.map(({ id }) => id).toSorted()
  const both = [task.id, other.id].toSorted()
  expect([await backlinks(ours), await backlinks(theirs)]).toEqual([both, []])
  for (const { key } of [task, other]) await ann.api.moveTaskToProject({ task: key, project: 'app' })
  expect([await backlinks(ours), await backlinks(theirs)]).toEqual([[], both])
})

test('only people who write in both projects move a task, and people who do not see the other learn nothing of it', async () => {
  const task = await make('Wanted')
  expect((await bob.call('POST', `/api/tasks/${task.key}/transfer`, { project: 'secret' })).status).toBe(404)
  const moved = await ann.api.moveTaskToProject({ task: task.key, project: 'secret' })
  expect((await bob.call('GET', `/api/tasks/${task.key}`)).status).toBe(404)
  const events = await bob.do('GET', '/api/activity?limit=20')
  expect(JSON.stringify(events)).not.toContain(moved.key)
})

test('a duplicate has the fields and dependencies, and begins again', async () => {
  const blocker = await make('First')
  const task = await make('Copied', {
    labels: ['x'],
    estimate: 3,
    start_on: '2027-01-01',
    due_on: '2027-01-02',
    blocked_by: [blocker.key],
    assignee: 'bob',
  })
  await ann.api.updateTask({ task: task.key, status: 'in_progress' })
  const copy = await ann.api.duplicateTask({ task: task.key })
  expect(copy).toMatchObject({
    title: 'Copied',
    status: 'todo',
    labels: ['x'],
    estimate: 3,
    start_on: '2027-01-01',
    blocked: true,
    duplicate_of: task.key,
  })
  expect(copy).toMatchObject({ assignee: { handle: 'bob' } })
  expect(copy.key).not.toBe(task.key)
  expect(await ann.api.duplicateTask({ task: task.key, project: 'app', title: 'There' })).toMatchObject({
    title: 'There',
    key: expect.stringMatching(/^APP-/),
  })
})

test('dates and milestones go out with an export and come back with an import', async () => {
  await ann.api.createMilestone({ project: 'web', name: 'Exported' })
  await make('Goes out', { start_on: '2027-08-01', due_on: '2027-08-03', milestone: 'Exported' })
  const { items } = await ann.api.exportItems({ project: 'web' })
  const row = items.find(({ title }) => title === 'Goes out')
  expect(row).toMatchObject({ start_on: '2027-08-01', milestone: 'Exported' })
  await ann.api.createProject({ name: 'Copy', slug: 'copy', key: 'CPY' })
  const content = JSON.stringify({ ...row, external_id: 'x-1', parent: null })
  await ann.api.importItems({ project: 'copy', format: 'json', content })
  const [imported] = (await ann.api.exportItems({ project: 'copy' })).items
  expect(imported).toMatchObject({ start_on: '2027-08-01', due_on: '2027-08-03', milestone: 'Exported' })
  expect((await ann.api.importItems({ project: 'copy', format: 'json', content })).unchanged).toBe(1)
  expect((await ann.api.listMilestones({ project: 'copy' })).items).toMatchObject([{ name: 'Exported', tasks: { total: 1 } }])
})

test('the dependencies of a project are those whose both ends are in it, of the newest task first', async () => {
  await ann.api.createProject({ name: 'Chain', slug: 'chain', key: 'CHN' })
  const within = (title: string) => make(title, { project: 'chain' })
  const [first, second, third, gone] = [await within('First'), await within('Second'), await within('Third'), await within('Gone')]
  const elsewhere = await ann.api.createTask({ project: 'app', title: 'Elsewhere' })
  await ann.api.updateTask({ task: second.key, blocked_by: [first.key, elsewhere.key] })
  await ann.api.updateTask({ task: third.key, blocked_by: [second.key, gone.key] })
  await ann.api.updateTask({ task: elsewhere.key, blocked_by: [first.key] })
  await ann.api.deleteTask({ task: gone.key })
  const both = {
    items: [
      { task_id: third.id, blocked_by_id: second.id, blocked_by_title: 'Second' },
      { task_id: second.id, blocked_by_id: first.id, blocked_by_title: 'First' },
    ],
    truncated: false,
  }
  // First read from the project's three tasks; once it has more tasks than the organization has dependencies, read from those.
  expect(await ann.api.listDependencies({ project: 'chain' })).toEqual(both)
  const [row] = await baton.look<{ count: number }>('select count(*)::integer as count from work_item_dependencies')
  for (let more = 0; more <= (row?.count ?? 0); more++) await within(`More ${more}`)
  expect(await ann.api.listDependencies({ project: 'chain' })).toEqual(both)
  expect((await ann.api.listDependencies({ project: 'app' })).items).toEqual([])
})
