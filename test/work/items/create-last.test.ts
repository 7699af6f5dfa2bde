import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
let project: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  project = (await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })).id
  await ann.do('POST', '/api/projects/web/epics', { title: 'Shop' })
})
afterAll(() => baton.close())

const full = {
  title: 'A task',
  description: 'As WEB-1 says.',
  status: 'todo',
  priority: 'high',
  labels: ['b', 'a'],
  estimate: 1.5,
  start_on: '2026-03-01',
  due_on: '2026-03-09',
  epic: 'WEB-1',
}

/** The new task as it appears in the answer, the row, the log and the search. */
async function traces(key: string, answer: Record<string, unknown>) {
  const { same_title: _, ...task } = answer
  const [event] = await baton.look<{ data: { item: unknown } }>(`select data from events where subject_id = $1 and type = 'task.created'`, [
    task['id'],
  ])
  const [document] = await baton.look<{ ref: string }>('select ref from search_documents where id = $1', [task['id']])
  return { task, shown: await ann.do('GET', `/api/tasks/${key}`), event: event?.data.item, document }
}

test.each([
  ['by the slug', { project: 'web', title: 'Plain' }],
  ['with every field', { project: 'web', ...full }],
  ['complete', { project: 'web', title: 'Done before', status: 'complete' }],
  ['by the name', { project: 'Web', ...full }],
  ['with a long estimate', { project: 'web', title: 'Long', estimate: 0.12345678912 }],
  ['assigned', { project: 'web', title: 'Mine', assignee: 'me' }],
])('a task %s is answered, stored and logged alike', async (_, input) => {
  const answer = await ann.do('POST', '/api/tasks', input)
  const { task, shown, event, document } = await traces(answer.key, answer)
  expect(shown).toMatchObject(task)
  expect(event).toEqual(task)
  expect(document).toEqual({ ref: answer.key })
  expect(answer.key).toBe(`WEB-${answer.number}`)
})

test('by the id of the project, and again with the same key, the answer is the same', async () => {
  const create = () => ann.do('POST', '/api/tasks', { project, title: 'Once' }, { 'idempotency-key': 'once' })
  const first = await create()
  expect(first.number).toBeGreaterThan(0)
  expect(await create()).toEqual(first)
  const other = await ann.do('POST', '/api/tasks', { project, title: 'once' }, { 'idempotency-key': 'other' })
  expect(other.same_title).toEqual([first.key])
})

test('many at once have numbers without a gap, and what is refused takes none', async () => {
  const before = (await ann.do('POST', '/api/tasks', { project: 'web', title: 'Before' })).number
  const wrong = { start_on: '2026-02-02', due_on: '2026-02-01' }
  const answers = await Promise.all(
    Array.from({ length: 18 }, (_, place) =>
      ann.call('POST', '/api/tasks', { project: 'web', title: `Task ${place}`, ...(place % 3 === 0 && wrong) }),
    ),
  )
  const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.number as number)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, place) => before + 1 + place))
})

test('what the database refuses together with COMMIT is the answer, and nothing of it stays', async () => {
  await baton.look(`alter table work_items add constraint no_such_title check (title <> 'Refused by the database')`)
  const { status } = await ann.call(
    'POST',
    '/api/tasks',
    { project: 'web', title: 'Refused by the database' },
    { 'idempotency-key': 'refused' },
  )
  expect(status).toBeGreaterThanOrEqual(400)
  await baton.look('alter table work_items drop constraint no_such_title')
  const again = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Refused by the database' }, { 'idempotency-key': 'refused' })
  const [{ last_number } = { last_number: 0 }] = await baton.look<{ last_number: number }>(
    'select last_number from projects where id = $1',
    [project],
  )
  expect(again.number).toBe(last_number)
  const [{ count } = { count: 0 }] = await baton.look<{ count: number }>('select count(*)::integer from work_items where project_id = $1', [
    project,
  ])
  expect(count).toBe(last_number)
})
