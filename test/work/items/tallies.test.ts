import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { Random } from '../leases/model/random.ts'

let baton: Baton
let ann: Person
let org: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  org = ann.organization ?? ''
  for (const slug of ['web', 'app']) await ann.api.createProject({ name: slug, slug })
  await ann.api.createAgent({ name: 'Builder', slug: 'builder' })
})
afterAll(() => baton.close())

/** The expected tallies, counted directly from the items. */
const byHand = `select org_id, project_id, subject, value, status, sum(items)::integer as items, sum(open)::integer as open from (
    select org_id, project_id, kind as subject, status as value, null as status, 1 as items, 0 as open from work_items where deleted_at is null
    union all select w.org_id, w.project_id, 'label', l, case when w.kind = 'task' then w.status end, 1, (w.status not in ('complete', 'cancelled'))::integer
      from work_items w cross join unnest(w.labels) l where w.deleted_at is null
    union all select org_id, project_id, 'agent', assignee_agent_id::text, null, 1, (status not in ('complete', 'cancelled'))::integer
      from work_items where deleted_at is null and kind = 'task' and assignee_agent_id is not null) i
  group by 1, 2, 3, 4, 5`
const kept = `select org_id, project_id, subject, value, status, sum(items)::integer as items, sum(open)::integer as open from work_item_tallies
  group by 1, 2, 3, 4, 5 having sum(items) <> 0 or sum(open) <> 0`
const differences = () => baton.look(`(${byHand} except ${kept}) union all (${kept} except ${byHand})`)

const statuses = ['backlog', 'todo', 'in_progress', 'complete', 'cancelled'] as const
const labels = ['bug', 'ui', 'api', 'docs']

test('what is kept of statuses, labels and agents is what a count by hand comes to, whatever happens to items', async () => {
  const random = new Random(7)
  const some = () => labels.filter(() => random.chance(0.4))
  const { key: epic } = await ann.api.createEpic({ project: 'web', title: 'Epic', labels: ['ui'] })
  const there: string[] = []
  const gone: string[] = []
  for (let step = 0; step < 120; step++) {
    const task = random.pick(there) ?? ''
    const act = task === '' ? 0 : random.below(8)
    if (act <= 1) {
      const made = { title: `Task ${step}`, status: random.pick([...statuses]), labels: some() }
      there.push((await ann.api.createTask({ project: random.pick(['web', 'app']), ...made })).key)
    } else if (act === 2) await ann.api.updateTask({ task, status: random.pick([...statuses]) })
    else if (act === 3) await ann.api.updateTask({ task, labels: some() })
    else if (act === 4) await ann.api.updateTask({ task, assignee: random.pick(['builder', null]) })
    else if (act === 5) {
      await ann.api.deleteTask({ task })
      gone.push(...there.splice(there.indexOf(task), 1))
    } else if (act === 6 && gone.length > 0) {
      const back = gone.pop() ?? ''
      await ann.api.restoreItem({ item: back })
      there.push(back)
    } else await ann.api.renameLabel({ project: 'web', label: random.pick(labels), to: random.pick(labels) })
  }
  await ann.api.updateEpic({ project: 'web', epic, status: 'complete' })
  const moved = await ann.api.createTask({ project: 'web', title: 'Moves', labels: ['bug'] })
  await ann.api.moveTaskToProject({ task: moved.key, project: 'app' })
  expect(await differences()).toEqual([])
  await baton.look('select app.fold_tallies(org_id, id) from projects where org_id = $1', [org])
  expect(await differences()).toEqual([])
  const folded = await baton.look(
    'select from work_item_tallies where org_id = $1 group by project_id, subject, value, status having count(*) > 1',
    [org],
  )
  expect(folded).toEqual([])
})

test('a fold after many changes reads each row a few times, not all rows for each', async () => {
  const [project] = await baton.look<{ id: string }>("select id from projects where org_id = $1 and slug = 'app'", [org])
  const rows = 2_000
  // Half of them are a task entering a status and half one leaving it, as a busy project produces between two folds.
  await baton.look(
    `insert into work_item_tallies (org_id, project_id, subject, value, status, items, open)
      select $1, $2, 'label', 'label ' || n % 20, 'todo', case when n % 40 < 20 then 1 else -1 end, 0 from generate_series(1, $3) n`,
    [org, project?.id, rows],
  )
  const [plan] = await baton.look<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    'explain (analyze, buffers, format json) select app.fold_tallies($1, $2)',
    [org, project?.id],
  )
  const pages = plan?.['QUERY PLAN'][0].Plan['Shared Hit Blocks']
  expect(pages).toBeGreaterThan(rows)
  expect(pages).toBeLessThan(10 * rows)
  expect(await differences()).toEqual([])
})

const fillAll = async (cursor: string | null = null): Promise<void> => {
  const [next] = await baton.look<{ cursor: string; rows: number }>('select cursor, rows from app.fill_tallies($1)', [cursor])
  if (next && next.rows > 0) await fillAll(next.cursor)
}

test('a count from scratch beside writers and folds is right once all have committed', async () => {
  const [project] = await baton.look<{ id: string }>("select id from projects where org_id = $1 and slug = 'web'", [org])
  await baton.look('delete from work_item_tallies where org_id = $1', [org])
  const url = Object.assign(new URL(baton.servers.adminUrl), { pathname: `/${baton.database}` }).href
  const writer = new pg.Client({ connectionString: url })
  await writer.connect()
  try {
    // Begins before the count and commits after it, so the count doesn't include its changes.
    await writer.query('begin')
    // The count would wait for a fold's lock: with this seed, no fold happens for a while.
    await writer.query('select setseed(0.5)')
    const some = 'select id from work_items where org_id = $1 and project_id = $2 and deleted_at is null limit 5'
    await writer.query(`update work_items set status = 'in_review' where id in (${some})`, [org, project?.id])
    await fillAll()
    await writer.query('commit')
    expect(await differences()).toEqual([])
  } finally {
    await writer.end()
  }
})
