import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { longestRank } from '../../../src/capabilities/work/order/rank.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
})
afterAll(() => baton.close())

interface Made {
  id: string
  key: string
  version: number
}

async function project(slug: string, count: number): Promise<Made[]> {
  await ann.do('POST', '/api/projects', { name: slug, slug })
  const made: Made[] = []
  for (let number = 1; number <= count; number++) made.push(await ann.do('POST', '/api/tasks', { project: slug, title: `T${number}` }))
  return made
}

const order = async (slug: string) => {
  const rows = await baton.look<{ title: string; rank: string }>(
    `select w.title, w.rank from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id
     where p.slug = $1 and w.kind = 'task' and w.deleted_at is null order by w.rank, w.number`,
    [slug],
  )
  expect(new Set(rows.map((row) => row.rank)).size).toBe(rows.length)
  return rows.map((row) => row.title).join(' ')
}
const move = (task: Made | undefined, body: object) => ann.do('POST', `/api/tasks/${task?.key}/move`, body)

test('a task is placed behind or before another, at either end too; what comes later still comes last', async () => {
  const [a, b, c, d] = await project('order', 4)
  await move(d, { after: a?.key })
  expect(await order('order')).toBe('T1 T4 T2 T3')
  await move(c, { before: a?.key })
  expect(await order('order')).toBe('T3 T1 T4 T2')
  await move(a, { after: b?.key })
  expect(await order('order')).toBe('T3 T4 T2 T1')
  await move(c, { after: d?.key, before: b?.key })
  expect(await order('order')).toBe('T4 T3 T2 T1')
  await ann.do('POST', '/api/tasks', { project: 'order', title: 'T5' })
  expect(await order('order')).toBe('T4 T3 T2 T1 T5')
})

test('a task that is there already, or is placed beside itself, does not change', async () => {
  const [a, b] = await project('still', 2)
  expect((await move(b, { after: a?.key })).version).toBe(1)
  expect((await move(b, { after: b?.key, before: b?.key })).version).toBe(1)
})

test('only a task of the same project is a neighbour, and only an epic or story of it a parent', async () => {
  const [a] = await project('here', 1)
  const [far] = await project('there', 1)
  expect((await ann.call('POST', `/api/tasks/${a?.key}/move`, { after: far?.key })).status).toBe(404)
  const epic = await ann.do('POST', '/api/projects/there/epics', { title: 'Far' })
  expect((await ann.call('POST', `/api/tasks/${a?.key}/move`, { parent: epic.key })).status).toBe(404)
  const near = await ann.do('POST', '/api/projects/here/epics', { title: 'Near' })
  expect(await move(a, { parent: near.key, status: 'todo' })).toMatchObject({ parent_id: near.id, status: 'todo', version: 2 })
  expect(await move(a, { parent: null })).toMatchObject({ parent_id: null })
})

test('moves to one place at the same moment all find a place of their own', async () => {
  const [first, second, ...rest] = await project('crowd', 14)
  await Promise.all(rest.map((task) => move(task, { after: first?.key, before: second?.key })))
  const titles = (await order('crowd')).split(' ')
  expect(titles[0]).toBe('T1')
  expect(titles.at(-1)).toBe('T2')
  expect(titles).toHaveLength(14)
})

test('a rank does not grow without end: a gap that is too full is spread anew, its order kept', async () => {
  const [a, b, c] = await project('gap', 3)
  const id = a?.id
  const full = `0000000001${'z'.repeat(longestRank - 10)}`
  await baton.look('update work_items set rank = $2 where id = $1', [b?.id, `${full.slice(0, -1)}y`])
  await baton.look('update work_items set rank = $2 where id = $1', [c?.id, full])
  const late = await ann.do('POST', '/api/tasks', { project: 'gap', title: 'T4' })
  await move(late, { after: b?.key })
  expect(await order('gap')).toBe('T1 T2 T4 T3')
  const ranks = await baton.look<{ length: number }>(
    'select length(rank) as length from work_items where project_id = (select project_id from work_items where id = $1)',
    [id],
  )
  expect(Math.max(...ranks.map((row) => row.length))).toBeLessThan(14)
  const told = await baton.look("select from events where type = 'task.ranks_renewed'")
  expect(told).toHaveLength(1)
})

test('a story goes to another epic of its project, never below a story or nothing', async () => {
  await ann.do('POST', '/api/projects', { name: 'Tree', slug: 'tree' })
  const [one, two] = [
    await ann.do('POST', '/api/projects/tree/epics', { title: 'One' }),
    await ann.do('POST', '/api/projects/tree/epics', { title: 'Two' }),
  ]
  const story = await ann.do('POST', `/api/projects/tree/epics/${one.key}/stories`, { title: 'Story' })
  const other = await ann.do('POST', `/api/projects/tree/epics/${one.key}/stories`, { title: 'Other' })
  expect((await ann.call('PUT', `/api/projects/tree/epics/${one.key}/stories/${story.key}`, { parent: other.key })).status).toBe(400)
  expect(await ann.do('PUT', `/api/projects/tree/epics/${one.key}/stories/${story.key}`, { parent: two.key })).toMatchObject({
    parent_id: two.id,
  })
  expect((await ann.call('GET', `/api/projects/tree/epics/${two.key}/stories/${story.key}`)).status).toBe(200)
  const task = await ann.do('POST', '/api/tasks', { project: 'tree', title: 'Task' })
  expect(await ann.do('PATCH', `/api/tasks/${task.key}`, { parent: story.key })).toMatchObject({ parent_id: story.id })
  expect((await ann.do('GET', `/api/projects/tree/epics/${two.key}`)).children).toEqual({
    stories: { items: 1, closed: 0, complete: 0, total: 1 },
    tasks: { items: 1, closed: 0, complete: 0, total: 1 },
  })
})
