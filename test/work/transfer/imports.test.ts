import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { LiveClient } from '../../websocket/live-client.ts'
import type { Operation } from '../../../src/kernel/operation.ts'
import { operations } from '../../../src/capabilities/operations.ts'
import { waitFor } from '../../harness/wait.ts'

let baton: Baton
let ann: Person
let worker: { close(): Promise<void> } | undefined

beforeAll(async () => {
  baton = await startBaton({ IMPORTS_PER_USER: '1' })
  ann = await (await baton.person('ann')).createOrganization('acme')
})
afterEach(async () => {
  await worker?.close()
  worker = undefined
})
afterAll(() => baton.close())

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const start = (project: string, rows: readonly object[], who = ann) =>
  who.call('POST', `/api/projects/${project}/imports`, { format: 'json', content: lines(rows) })

const finished = (id: string, who = ann): Promise<any> =>
  waitFor(
    'the import to finish',
    () => who.do('GET', `/api/imports/${id}`),
    ({ finished_at }) => finished_at,
  )

const titlesIn = async (project: string): Promise<string[]> =>
  (
    await baton.look<{ title: string }>(
      'select w.title from work_items w join projects p on p.id = w.project_id where p.slug = $1 order by w.kind, w.rank',
      [project],
    )
  ).map(({ title }) => title)

test('two thousand rows are answered at once and imported in parts, with progress to read and to hear, in the order of their ranks', async () => {
  await ann.do('POST', '/api/projects', { name: 'Big', slug: 'big', key: 'BIG' })
  const rows = Array.from({ length: 2000 }, (_, place) => ({
    external_id: `r${place}`,
    title: `Row ${place}`,
    rank: 2000 - place,
    description: 'words '.repeat(50),
  }))
  const live = await LiveClient.connect(ann)
  await live.subscribe({ id: 'org', to: 'organization' })
  const answer = await start('big', rows)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ status: 'queued', total: 2000, done: 0, errors: [], finished_at: null })
  expect(await titlesIn('big')).toEqual([])
  worker = await startWorker(baton)
  expect(await finished(answer.body.id)).toMatchObject({ status: 'done', total: 2000, done: 2000, created: 2000, errors: [] })
  const titles = await titlesIn('big')
  expect([titles.length, titles[0], titles.at(-1)]).toEqual([2000, 'Row 1999', 'Row 0'])
  await live.until((frame) => frame.event?.type === 'import.finished')
  const told = live.events('org').flatMap(({ type, data }) => (type === 'import.progressed' ? [data.import.done] : []))
  expect(told).toEqual(told.toSorted((one: number, other: number) => one - other))
  expect(told.length).toBeGreaterThan(8)
  expect(live.events('org').find(({ type }) => type === 'project.items_imported')?.data).toMatchObject({ created: 2000 })
  expect(await baton.look('select from import_rows')).toEqual([])
  await live.close()
})

test('rows of different parts stand below and wait for each other, whichever comes first in the file', async () => {
  await ann.do('POST', '/api/projects', { name: 'Linked', slug: 'linked', key: 'LIN' })
  const tasks = Array.from({ length: 300 }, (_, n) => ({
    ...(n !== 7 && { external_id: `t${n}` }),
    title: `Task ${n}`,
    parent: 'story',
    blocked_by: n === 7 ? ['t299'] : n === 0 ? ['t1', 't298'] : [],
  }))
  const rows = [
    ...tasks,
    { external_id: 'story', kind: 'story', title: 'Story', parent: 'epic' },
    { external_id: 'epic', kind: 'epic', title: 'Epic' },
  ]
  worker = await startWorker(baton)
  const { body } = await start('linked', rows)
  expect(await finished(body.id)).toMatchObject({ status: 'done', created: 302, updated: 0, unchanged: 0, errors: [] })
  const blockers = await baton.look<{ title: string; by: string }>(
    `select w.title, b.title as by from work_item_dependencies d join work_items w on w.id = d.item_id join work_items b on b.id = d.blocked_by_id
     where w.org_id = $1 order by 1, 2`,
    [ann.organization],
  )
  expect(blockers.map(({ title, by }) => `${title} by ${by}`)).toEqual(['Task 0 by Task 1', 'Task 0 by Task 298', 'Task 7 by Task 299'])
  const again = await start(
    'linked',
    rows.filter((row) => row.title !== 'Task 7'),
  )
  expect(await finished(again.body.id)).toMatchObject({ status: 'done', created: 0, updated: 0, unchanged: 301 })
})

test('a row that cannot be applied is named with its line, and all others are imported', async () => {
  await ann.do('POST', '/api/projects', { name: 'Wrong', slug: 'wrong', key: 'WRO' })
  worker = await startWorker(baton)
  const first = await start('wrong', [
    { external_id: 'a', title: 'A' },
    { external_id: 'b', title: 'B', blocked_by: ['a'] },
  ])
  await finished(first.body.id)
  const second = await start('wrong', [
    { external_id: 'c', title: 'C', blocked_by: ['b'] },
    { external_id: 'a', title: 'A', blocked_by: ['b'] },
    { external_id: 'd', title: 'D' },
  ])
  const { errors, ...rest } = await finished(second.body.id)
  expect(rest).toMatchObject({ status: 'done', created: 2, done: 3 })
  expect(errors).toMatchObject([{ line: 2, message: expect.stringContaining('would be a circle') }])
  expect((await titlesIn('wrong')).toSorted()).toEqual(['A', 'B', 'C', 'D'])
  const wrong = await start('wrong', [{ title: 'Fine' }, { title: '' }])
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ line: 2, field: 'title' }] } })
})

test('a worker that is killed in the middle of a part is followed by one that goes on, and no row is doubled', async () => {
  await ann.do('POST', '/api/projects', { name: 'Killed', slug: 'killed', key: 'KIL' })
  const real: Operation = operations.get('continueImport')
  let parts = 0
  // The part has run but its transaction is lost, as if the process had ended before COMMIT.
  const handle: Operation['phases']['handle'] = async (...given) => {
    const output = await real.phases.handle(...given)
    if (++parts === 3) throw Object.assign(new Error('connection lost'), { code: '08006' })
    return output
  }
  const broken = { ...real, phases: { handle } }
  worker = await startWorker(baton, new Map([['continueImport', broken]]))
  // Without an external_id, applying a row again would create it again.
  const rows = Array.from({ length: 900 }, (_, n) => ({ title: `Row ${n}` }))
  const { body } = await start('killed', rows)
  expect(await finished(body.id)).toMatchObject({ status: 'done', created: 900, errors: [] })
  const titles = await titlesIn('killed')
  expect([titles.length, new Set(titles).size]).toEqual([900, 900])
  expect(parts).toBeGreaterThan(5)
})

test('an import that takes longer than a job may is gone on with by the next', async () => {
  await ann.do('POST', '/api/projects', { name: 'Long', slug: 'long', key: 'LON' })
  worker = await startWorker(baton, operations, 0)
  const rows = Array.from({ length: 600 }, (_, n) => ({ title: `Row ${n}` }))
  const { body } = await start('long', rows)
  expect(await finished(body.id)).toMatchObject({ status: 'done', created: 600, errors: [] })
})

test('a user has one import under way at a time, whatever the organization; another user is not held up', async () => {
  const other = await ann.createOrganization('elsewhere')
  for (const who of [ann, other]) await who.do('POST', '/api/projects', { name: 'Queue', slug: 'queue' })
  const bob = await baton.person('bob')
  await bob.do('POST', '/api/projects', { name: 'Queue', slug: 'queue' })
  const row = [{ title: 'One' }]
  const first = await start('queue', row)
  expect(first.status).toBe(201)
  const refused = await start('queue', row, other)
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '10'])
  expect((await start('queue', row, bob)).status).toBe(201)
  worker = await startWorker(baton)
  await finished(first.body.id)
  expect((await start('queue', row, other)).status).toBe(201)
})

test('an import ends when its user may no longer write there, and says so', async () => {
  const cid = await baton.person('cid')
  await ann.do('POST', '/api/projects', { name: 'Left', slug: 'left', key: 'LEF' })
  await ann.do('POST', '/api/organization/members', { user: cid.user.handle, role: 'member' })
  const there = cid.in(ann.organization ?? '')
  const { body } = await start('left', [{ title: 'Never' }], there)
  await ann.do('DELETE', `/api/organization/members/${cid.user.id}`)
  worker = await startWorker(baton)
  expect(await finished(body.id)).toMatchObject({ status: 'failed', created: 0, errors: [{ line: 0 }] })
  expect(await titlesIn('left')).toEqual([])
  expect((await there.call('GET', `/api/imports/${body.id}`)).status).toBe(404)
})

test.each(['suspended', 'closed'])(
  'an import ends with its next part once its user’s account is %s',
  async (end) => {
    const slug = `left-${end}`
    const dora = await baton.person()
    await ann.do('POST', '/api/projects', { name: slug, slug })
    await ann.do('POST', '/api/organization/members', { user: dora.user.handle, role: 'member' })
    const rows = Array.from({ length: 600 }, (_, n) => ({ title: `Row ${n}` }))
    const { body } = await start(slug, rows, dora.in(ann.organization ?? ''))
    const real: Operation = operations.get('continueImport')
    let parts = 0
    // Between two parts, as an administrator or the user themselves would.
    const prepare: Operation['phases']['prepare'] = async () => {
      if (++parts !== 2) return
      if (end === 'closed') await dora.do('DELETE', '/api/auth/account')
      else await (await baton.administrator()).do('PATCH', `/api/admin/users/${dora.user.id}/suspend`)
    }
    worker = await startWorker(baton, new Map([['continueImport', { ...real, phases: { ...real.phases, prepare } }]]))
    expect(await finished(body.id)).toMatchObject({ status: 'failed', created: 200, errors: [{ line: 0 }] })
    expect(await titlesIn(slug)).toHaveLength(200)
  },
  60_000,
)
