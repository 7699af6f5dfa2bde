import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '../../../client/src/create-client.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person

type Row = Output<'createTask'>

const statuses = ['backlog', 'todo', 'in_progress', 'in_review', 'complete', 'cancelled'] as const
const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const
const sorts = ['newest', 'rank', 'priority', 'due', 'updated']
let all: Row[] = []

const days = (place: number) => (place % 3 === 0 ? null : `2026-0${1 + (place % 9)}-1${place % 10}`)

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  const other = await baton.person('bob')
  await ann.api.addMember({ user: 'bob', role: 'member' })
  bob = other.in(ann.organization ?? '')
  for (const slug of ['web', 'api']) await ann.api.createProject({ name: slug, slug })
  for (let place = 0; place < 60; place++) {
    const input = {
      project: place % 4 === 0 ? 'api' : 'web',
      title: place % 5 === 0 ? `Fix the login ${place}` : `Write page ${place}`,
      status: statuses[place % 6],
      priority: priorities[place % 5],
      labels: ['even', 'third', 'all'].filter((label) => label === 'all' || (label === 'even' ? place % 2 === 0 : place % 3 === 0)),
      due_on: days(place),
      ...(place % 7 === 0 && { assignee: 'bob' }),
      ...(place > 10 && place % 10 === 0 && { blocked_by: [all[3]?.key ?? ''] }),
    }
    all.push(await ann.api.createTask(input))
  }
  all = await walk('', 100)
})
afterAll(() => baton.close())

async function walk(query: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { items: Row[]; next_cursor: string | null } = await ann.do(
      'GET',
      `/api/tasks?limit=${limit}${query}${cursor && `&cursor=${cursor}`}`,
    )
    rows.push(...page.items)
    cursor = page.next_cursor
  }
  return rows
}

const keys = (rows: { key: string }[]) => rows.map((row) => row.key)
const sorted = (rows: { key: string }[]) => keys(rows).toSorted()

type Naive = (row: Row) => boolean
const filters: [string, Naive][] = [
  ['&project=web', (row) => row.key.startsWith('WEB')],
  ['&projects=web&projects=api', () => true],
  ['&status=todo&status=in_review', (row) => ['todo', 'in_review'].includes(row.status)],
  ['&status=complete', (row) => row.status === 'complete'],
  ['&priority=urgent&priority=low', (row) => ['urgent', 'low'].includes(row.priority)],
  ['&label=even', (row) => row.labels.includes('even')],
  ['&label=even&label=third', (row) => row.labels.includes('even') && row.labels.includes('third')],
  ['&assignee=bob', (row) => row.assignee_id === bob.user.id],
  ['&assignee=none', (row) => row.assignee_id === null],
  ['&assignee=me', () => false],
  ['&blocked=true', (row) => row.blocked],
  ['&blocked=false', (row) => !row.blocked],
  ['&ready=true', (row) => !row.blocked && ['backlog', 'todo'].includes(row.status)],
  ['&leased=true', () => false],
  ['&due_before=2026-05-01', (row) => row.due_on !== null && row.due_on < '2026-05-01'],
  ['&due_after=2026-05-01', (row) => row.due_on !== null && row.due_on > '2026-05-01'],
  ['&created_since=2020-01-01', () => true],
  ['&updated_since=2999-01-01T00:00:00Z', () => false],
  ['&text=login', (row) => row.title.includes('login')],
  ['&text=FIX%20log', (row) => row.title.startsWith('Fix')],
  ['&text=web-1', (row) => row.key.startsWith('WEB-1')],
  ['&status_not=todo&status_not=complete', (row) => !['todo', 'complete'].includes(row.status)],
  ['&priority_not=none', (row) => row.priority !== 'none'],
  ['&label_not=even&label_not=third', (row) => !row.labels.includes('even') && !row.labels.includes('third')],
  ['&assignee_not=bob', (row) => row.assignee_id !== bob.user.id],
  ['&assignee_not=none', (row) => row.assignee_id !== null],
  ['&assignee=bob&assignee=none', () => true],
  ['&has=due&has=assignee', (row) => row.due_on !== null && row.assignee_id !== null],
  ['&has_no=due', (row) => row.due_on === null],
  ['&has_no=parent&has_no=estimate', () => true],
  ['&has_no=label', (row) => row.labels.length === 0],
  ['&kind=epic', () => false],
]

test('every filter, and any two together, list what a plain look at every task would', async () => {
  const pairs = fc.tuple(
    fc.constantFrom(...filters),
    fc.constantFrom(...filters),
    fc.constantFrom(...sorts),
    fc.integer({ min: 3, max: 40 }),
  )
  for (const [query, keep] of filters) expect(sorted(await walk(query, 100)), query).toEqual(sorted(all.filter(keep)))
  await fc.assert(
    fc.asyncProperty(pairs, async ([[one, keepOne], [two, keepTwo], sort, limit]) => {
      // The same field twice means something else: both values are requested.
      fc.pre(one === two || !fieldsOf(one).some((field) => fieldsOf(two).includes(field)))
      const query = one === two ? one : one + two
      expect(sorted(await walk(`${query}&sort=${sort}`, limit))).toEqual(sorted(all.filter((row) => keepOne(row) && keepTwo(row))))
    }),
    { numRuns: 40, seed: 7 },
  )
})
const fieldsOf = (query: string) => [...query.matchAll(/&(project)?(\w+?)s?=/g)].map((match) => match[1] ?? match[2])

const orderOf: Record<string, (row: Row) => (string | number)[]> = {
  rank: (row) => [row.rank, row.number],
  priority: (row) => [priorities.indexOf(row.priority), row.rank],
  due: (row) => [row.due_on ?? 'infinity'],
  updated: (row) => [-Date.parse(row.updated_at)],
}

test.each(sorts)('pages by %s are in order, and one by one hold what one page holds', async (sort) => {
  for (const place of ['', '&project=web', '&assignee=bob']) {
    const whole = keys(await walk(`${place}&sort=${sort}`, 100))
    expect(keys(await walk(`${place}&sort=${sort}`, 7))).toEqual(whole)
    const rows = whole.map((key) => all.find((row) => row.key === key) as Row)
    const by = orderOf[sort]
    if (by) expect(keys(rows.toSorted((one, two) => compare(by(one), by(two))))).toEqual(whole)
  }
})

function compare(one: (string | number)[], two: (string | number)[]): number {
  for (const [place, value] of one.entries()) {
    const other = two[place] as string | number
    if (value < other) return -1
    if (value > other) return 1
  }
  return 0
}

test('whatever others write meanwhile, what stays where it was comes exactly once', async () => {
  await ann.api.createProject({ name: 'Busy', slug: 'busy' })
  const old: Row[] = []
  for (let place = 0; place < 30; place++)
    old.push(await ann.api.createTask({ project: 'busy', title: `Old ${place}`, priority: priorities[place % 5], due_on: days(place) }))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sorts),
      fc.constantFrom('&project=busy', ''),
      fc.integer({ min: 2, max: 9 }),
      fc.array(fc.tuple(fc.constantFrom('create', 'change'), fc.nat(29)), { minLength: 3, maxLength: 8 }),
      async (sort, place, limit, writes) => {
        const touched = new Set<string>()
        const seen: string[] = []
        let cursor: string | null = ''
        for (let step = 0; cursor !== null; step++) {
          const page: { items: Row[]; next_cursor: string | null } = await ann.do(
            'GET',
            `/api/tasks?sort=${sort}&limit=${limit}${place}${cursor && `&cursor=${cursor}`}`,
          )
          seen.push(...keys(page.items))
          cursor = page.next_cursor
          const write = writes[step]
          if (write?.[0] === 'create')
            touched.add((await ann.api.createTask({ project: 'busy', title: 'New', priority: 'medium', due_on: '2026-04-04' })).key)
          else if (write) {
            const task = old[write[1]] as Row
            touched.add(task.key)
            await ann.api.updateTask({ task: task.key, due_on: '2026-06-15', priority: 'high', title: `Changed ${step}` })
          }
        }
        for (const { key } of old)
          if (!touched.has(key))
            expect(
              seen.filter((one) => one === key),
              `${sort} ${key}`,
            ).toHaveLength(1)
        const still = seen.filter((key) => !touched.has(key))
        expect(new Set(still).size).toBe(still.length)
      },
    ),
    { numRuns: 12, seed: 11 },
  )
})

test('a cursor of one order is refused by another', async () => {
  const { next_cursor } = await ann.api.listTasks({ sort: 'due', limit: 2 })
  expect((await ann.call('GET', `/api/tasks?sort=updated&limit=2&cursor=${next_cursor}`)).status).toBe(400)
})

test('the concise form leaves out what is empty, and a total is counted on request', async () => {
  const page = await ann.api.listTasks({ project: 'web', status: 'todo', response_format: 'concise', count: true })
  expect(page.total).toBe(page.items.length)
  expect(page.total_capped).toBe(false)
  for (const item of page.items) {
    expect(item).not.toHaveProperty('description')
    expect(Object.values(item)).not.toContain(null)
  }
})

test('an epic’s tasks are those of its stories too', async () => {
  const epic = await ann.api.createEpic({ project: 'web', title: 'Epic' })
  const story = await ann.api.createStory({ project: 'web', epic: epic.key, title: 'Story' })
  const direct = await ann.api.createTask({ project: 'web', epic: epic.key, title: 'Direct' })
  const below = await ann.api.createTask({ project: 'web', story: story.key, title: 'Below' })
  expect(sorted((await ann.api.listTasks({ epic: epic.key })).items)).toEqual(sorted([direct, below]))
  expect(keys((await ann.api.listTasks({ story: story.key })).items)).toEqual([below.key])
})

test('words are found in order whether many tasks have them, few, or only the oldest of a long project', async () => {
  const { id } = await ann.api.createProject({ name: 'Long', slug: 'long', key: 'LONG' })
  await baton.look(
    `insert into work_items (org_id, project_id, id, kind, number, key, rank, title, created_by, created_at, updated_at)
     select p.org_id, p.id, gen_random_uuid(), 'task', n, 'LONG-' || n, lpad(n::text, 10, '0'),
       concat_ws(' ', 'Frequently', case when n % 200 = 0 then 'Seldom' end, case when n < 4 then 'once-only Ärger' end), p.created_by, now(), now()
     from projects p, generate_series(1, 2050) n where p.id = $1`,
    [id],
  )
  const numbers = (from: number, to: number, step = -1) =>
    Array.from({ length: (to - from) / step + 1 }, (_, place) => `LONG-${from + place * step}`)
  expect(keys(await walk('&project=long&text=frequent', 100))).toEqual(numbers(2050, 1))
  expect(keys(await walk('&project=long&text=SELDOM%20freq', 3))).toEqual(numbers(2000, 200, -200))
  for (const text of ['once-only', 'only', 'Ärger', 'once seldom'])
    expect(keys(await walk(`&project=long&text=${encodeURIComponent(text)}`, 2)), text).toEqual(
      text.includes('seldom') ? [] : numbers(3, 1),
    )
  // With a status or another order, frequent words are found by walking along that order.
  for (const text of ['frequent', 'once-only'])
    expect(keys(await walk(`&project=long&text=${text}&status=backlog`, 100)), text).toEqual(numbers(text === 'frequent' ? 2050 : 3, 1))
  expect(keys(await walk('&project=long&text=seldom&sort=rank&status_not=complete', 3))).toEqual(numbers(200, 2000, 200))
  expect(keys(await walk('&project=long&text=seldom&sort=rank&status=complete', 3))).toEqual([])
  expect(keys(await walk('&project=long&text=frequent&sort=updated', 100)).toSorted()).toEqual(numbers(1, 2050, 1).toSorted())
  expect(keys(await walk('&project=long&text=%C3%84rger&sort=due', 2)).toSorted()).toEqual(numbers(1, 3, 1))
})
