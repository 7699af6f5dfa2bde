import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '../../../client/src/create-client.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

const keys = (rows: { key: string }[]) => rows.map((row) => row.key)
function column(board: Output<'getBoard'>, value: string) {
  const found = board.columns.find((one) => one.value === value)
  if (!found) throw new Error(`the board has no column ${value}`)
  return found
}

test('a board has every column with its count and its first cards by rank, and its cursor leads on', async () => {
  const made = []
  for (let place = 0; place < 5; place++) made.push(await ann.api.createTask({ project: 'web', title: `T ${place}`, status: 'todo' }))
  const board = await ann.api.getBoard({ project: 'web', limit: 2 })
  expect(board.columns.map((one) => one.value)).toEqual(['backlog', 'todo', 'in_progress', 'in_review', 'complete', 'cancelled'])
  const todo = column(board, 'todo')
  expect(todo).toMatchObject({ count: 5, count_capped: false })
  expect(column(board, 'backlog')).toMatchObject({ count: 0, cards: [], next_cursor: null })
  const rest = await ann.api.listTasks({
    project: 'web',
    status: 'todo',
    sort: 'rank',
    response_format: 'concise',
    cursor: todo.next_cursor ?? '',
  })
  expect([...keys(todo.cards), ...keys(rest.items)]).toEqual(keys(made))
  expect(todo.cards[0]).toMatchObject({ blocked: false, ready: true, assignee: null, held_by: null })
})

test('a card says who holds the task, who it is for and what blocks it', async () => {
  const first = await ann.api.createTask({ project: 'web', title: 'First', assignee: 'ann', labels: ['a'], priority: 'high' })
  const second = await ann.api.createTask({ project: 'web', title: 'Second', blocked_by: [first.key] })
  await ann.api.claimTask({ task: first.key })
  const cards = (await ann.api.getBoard({ project: 'web' })).columns.flatMap((one) => one.cards)
  const card = (key: string) => cards.find((one) => one.key === key)
  expect(card(first.key)).toMatchObject({ assignee: { handle: 'ann' }, held_by: 'ann', ready: false, labels: ['a'], status: 'in_progress' })
  expect(card(first.key)?.lease_until).not.toBeNull()
  expect(card(second.key)).toMatchObject({ blocked: true, ready: false })
})

test('it can be grouped by priority or assignee, and narrowed like a list', async () => {
  const byPriority = await ann.api.getBoard({ project: 'web', group_by: 'priority' })
  expect(column(byPriority, 'high').count).toBe(1)
  const byAssignee = await ann.api.getBoard({ project: 'web', group_by: 'assignee' })
  expect(column(byAssignee, 'ann').count).toBe(1)
  expect(column(byAssignee, 'none').count).toBe(6)
  const narrowed = await ann.api.getBoard({ project: 'web', label: 'a' })
  expect(narrowed.columns.reduce((sum, one) => sum + one.count, 0)).toBe(1)
})

test('a board of a label, of few tasks or of many, has the counts and cards of its lists', async () => {
  const { id } = await ann.api.createProject({ name: 'Labels', slug: 'labels', key: 'LAB' })
  await baton.look(
    `insert into work_items (org_id, project_id, id, kind, number, key, rank, title, status, labels, assignee_id, created_by, created_at, updated_at)
     select p.org_id, p.id, gen_random_uuid(), case when n % 20 = 0 then 'story' else 'task' end, 100 + n, 'LAB-' || 100 + n, lpad((7 * n % 211)::text, 10, '0'), 'T',
       (array['backlog', 'todo', 'complete'])[1 + n % 3], case when n % 9 = 0 then '{many,few}' when n % 2 = 0 then '{many}' else '{}' end::text[],
       case when n % 4 = 0 then $2::uuid end, $2, now(), now()
     from projects p, generate_series(1, 200) n where p.id = $1`,
    [id, ann.user.id],
  )
  for (const label of ['many', 'few', 'none']) {
    for (const more of [{}, { assignee: 'ann' }]) {
      const board = await ann.api.getBoard({ project: 'labels', label, ...more, limit: 5 })
      for (const { value, count, cards, next_cursor } of board.columns) {
        const asked = { project: 'labels', label, status: value as 'todo', ...more }
        const { items } = await ann.api.listTasks({ ...asked, sort: 'rank', limit: 100 })
        expect({ value, count, cards: keys(cards) }).toEqual({ value, count: items.length, cards: keys(items).slice(0, 5) })
        expect(next_cursor !== null).toBe(items.length > 5)
        expect(await ann.api.listTasks({ ...asked, count: true, limit: 1 })).toMatchObject({ total: items.length, total_capped: false })
      }
    }
  }
})

test('a tree shows the first of what is below an item, says that there is more, and pages through it', async () => {
  await ann.api.createProject({ name: 'Tree', slug: 'tree', key: 'TREE' })
  const epic = await ann.api.createEpic({ project: 'tree', title: 'Epic' })
  const story = await ann.api.createStory({ project: 'tree', epic: epic.key, title: 'Story' })
  await ann.api.createTask({ project: 'tree', story: story.key, title: 'In the story' })
  await baton.look(
    `insert into work_items (org_id, project_id, id, kind, parent_id, number, key, rank, title, created_by, created_at, updated_at)
     select w.org_id, w.project_id, gen_random_uuid(), 'task', w.id, 100 + n, 'TREE-' || 100 + n, lpad((100 + n)::text, 10, '0'), 'T', w.created_by, now(), now()
     from work_items w, generate_series(1, 150) n where w.id = $1`,
    [epic.id],
  )
  const tree = await ann.api.getProjectTree({ project: 'tree' })
  expect(tree.truncated).toBe(true)
  expect(tree.items[0]).toMatchObject({ key: epic.key, more: true })
  expect(tree.items[0]?.children).toHaveLength(100)
  expect(tree.items[0]?.children[0]).toMatchObject({ key: story.key, more: false, children: [{ title: 'In the story' }] })
  const seen = []
  for (let cursor = ''; ;) {
    const page = await ann.do('GET', `/api/projects/tree/tree?epic=${epic.key}&limit=60${cursor}`)
    seen.push(...keys(page.items))
    if (!page.next_cursor) break
    cursor = `&cursor=${page.next_cursor}`
  }
  expect(new Set(seen).size).toBe(151)
  expect(seen).toHaveLength(151)
})
