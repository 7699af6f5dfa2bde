import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

const hlc = (ms: number, counter = 0) => `${String(ms).padStart(13, '0')}-${counter.toString(16).padStart(4, '0')}`
const now = () => Date.now()
const device = async (person = ann) => (await person.do('POST', '/api/sync/devices/register', { name: 'Laptop' })).id as string
const create = (mid: number, title: string) => ({ mid, operation: 'createTask', input: { project: 'web', title }, hlc: hlc(now()) })
const push = (device_id: string, mutations: object[], person = ann) => person.call('POST', '/api/sync/push', { device_id, mutations })
const titles = async (title: string) => (await ann.api.listTasks({ project: 'web' })).items.filter((one) => one.title === title)

test('a mutation is its operation, once however often it is pushed', async () => {
  const id = await device()
  const first = await push(id, [create(1, 'Once'), create(2, 'Twice')])
  expect(first).toMatchObject({ status: 200, body: { last_mid: 2, results: [{ mid: 1, status: 'applied', repeated: false }, { mid: 2 }] } })
  const again = await push(id, [create(1, 'Once'), create(2, 'Twice'), create(3, 'Thrice')])
  expect(again.body.results).toMatchObject([
    { mid: 1, repeated: true, result: { title: 'Once', key: first.body.results[0].result.key } },
    { mid: 2, repeated: true },
    { mid: 3, repeated: false },
  ])
  expect(await titles('Once')).toHaveLength(1)
  expect(await titles('Twice')).toHaveLength(1)
})

test('a task that was pushed is answered with its number, key, rank and times, also when it is asked again', async () => {
  const id = await device()
  for (const repeated of [false, true]) {
    const { body } = await push(id, [create(1, 'Numbered')])
    const [{ result, repeated: again }] = body.results
    const { key, number, rank, created_at, updated_at, version } = await ann.api.getTask({ task: result.id })
    expect(again).toBe(repeated)
    expect(key).toMatch(/^WEB-\d+$/)
    expect(result).toMatchObject({ key, number, rank, created_at, updated_at, version })
  }
})

test('pushed at the same time from two places it still has one effect', async () => {
  const id = await device()
  const body = [create(1, 'Raced')]
  const answers = await Promise.all(Array.from({ length: 6 }, () => push(id, body)))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await titles('Raced')).toHaveLength(1)
  expect(answers.filter(({ body: { results } }) => !results[0].repeated)).toHaveLength(1)
})

test('a gap is refused with the mid that is expected; a mid means one mutation', async () => {
  const id = await device()
  expect(await push(id, [create(2, 'Gap')])).toMatchObject({ status: 409, body: { code: 'conflict', expected: 1 } })
  await push(id, [create(1, 'First')])
  expect(await push(id, [create(3, 'Gap')])).toMatchObject({ status: 409, body: { expected: 2 } })
  expect(await push(id, [create(2, 'A'), create(4, 'B')])).toMatchObject({ status: 409 })
  expect(await push(id, [create(1, 'Other')])).toMatchObject({ status: 422, body: { code: 'key_reused' } })
})

test('a rejection uses up its mid and is told the same again; what follows is not held up', async () => {
  const id = await device()
  const bad = { mid: 1, operation: 'updateTask', input: { task: 'WEB-9999', title: 'No' }, hlc: hlc(now()) }
  const answer = await push(id, [bad, create(2, 'After')])
  expect(answer.body).toMatchObject({
    last_mid: 2,
    results: [{ status: 'rejected', error: { code: 'not_found', status: 404 } }, { status: 'applied' }],
  })
  expect((await push(id, [bad])).body.results).toMatchObject([{ status: 'rejected', repeated: true, error: { code: 'not_found' } }])
})

test('what needs this moment or a person cannot be pushed', async () => {
  const id = await device()
  const names = [
    'claimTask',
    'approveFeature',
    'advanceFeature',
    'addEvidence',
    'createApiKey',
    'createWebhook',
    'listTasks',
    'importRecords',
    'nobody',
  ]
  const answer = await push(
    id,
    names.map((operation, place) => ({ mid: place + 1, operation, input: {}, hlc: hlc(now()) })),
  )
  expect(answer.body.results.map((one: any) => one.error?.reason)).toEqual(names.map(() => 'not_syncable'))
})

test('a device is its owner’s: for others it does not exist', async () => {
  const id = await device()
  expect((await push(id, [create(1, 'Theirs')], bob)).status).toBe(404)
  expect((await bob.call('DELETE', `/api/sync/devices/${id}`)).status).toBe(404)
  expect((await bob.do('GET', '/api/sync/status')).devices).toEqual([])
  const listed = (await ann.do('GET', '/api/sync/status')).devices.find((one: any) => one.id === id)
  expect(listed).toMatchObject({ name: 'Laptop', last_mid: 0, last_push_at: null })
  await ann.do('DELETE', `/api/sync/devices/${id}`)
  expect((await push(id, [create(1, 'Gone')])).status).toBe(404)
})

test('texts go to the later writer by the devices’ clocks, and a long text that loses is kept for a person', async () => {
  const task = await ann.api.createTask({ project: 'web', title: 'Merge', description: 'Old', labels: ['a'] })
  const [one, two] = [await device(), await device(bob)]
  const at = now() + 5000
  const change = (mid: number, ms: number, input: object, base: object = {}) => ({
    mid,
    operation: 'updateTask',
    input: { task: task.key, ...input },
    base,
    hlc: hlc(ms),
  })
  const later = await push(two, [change(1, at + 20, { description: 'Bob wrote this', labels: ['a', 'bob'] }, { labels: ['a'] })], bob)
  expect(later.body.results).toMatchObject([{ status: 'applied', merged: { lost: [], conflicts: [] } }])
  const earlier = await push(one, [
    change(1, at, { title: 'New title', description: 'Ann wrote this', labels: ['ann'] }, { labels: ['a'] }),
  ])
  expect(earlier.body.results[0]).toMatchObject({ status: 'applied', merged: { lost: ['description'], conflicts: [expect.any(String)] } })
  const merged = await ann.api.getTask({ task: task.key })
  expect(merged).toMatchObject({ title: 'New title', description: 'Bob wrote this' })
  expect([...merged.labels].sort()).toEqual(['ann', 'bob'])
  const { conflicts } = await ann.do('GET', '/api/sync/status')
  expect(conflicts).toMatchObject([{ kind: 'task', key: task.key, field: 'description', text: 'Ann wrote this' }])
  await ann.do('DELETE', `/api/sync/conflicts/${conflicts[0].id}`)
  expect((await ann.do('GET', '/api/sync/status')).conflicts).toEqual([])
})

test('what was written past sync counts by the time it was written', async () => {
  const task = await ann.api.createTask({ project: 'web', title: 'Past' })
  const id = await device()
  const before = now() - 60_000
  await bob.api.updateTask({ task: task.key, title: 'Online' })
  const late = await push(id, [{ mid: 1, operation: 'updateTask', input: { task: task.key, title: 'Offline' }, hlc: hlc(before) }])
  expect(late.body.results[0]).toMatchObject({ status: 'applied', result: null, merged: { lost: ['title'] } })
  expect((await ann.api.getTask({ task: task.key })).title).toBe('Online')
  await push(id, [{ mid: 2, operation: 'updateTask', input: { task: task.key, title: 'Later' }, hlc: hlc(now() + 1000) }])
  expect((await ann.api.getTask({ task: task.key })).title).toBe('Later')
})

test('a clock that runs a year ahead wins for a minute, not for a year', async () => {
  const task = await ann.api.createTask({ project: 'web', title: 'Clock' })
  const [one, two] = [await device(), await device(bob)]
  const set = (title: string, ms: number) => [{ mid: 1, operation: 'updateTask', input: { task: task.key, title }, hlc: hlc(ms) }]
  await push(one, set('From the future', now() + 365 * 86_400_000))
  const [stored] = await baton.look<{ hlc: string }>('select hlc from sync_clocks where device_id = $1', [one])
  expect(Number(stored?.hlc.slice(0, 13))).toBeLessThan(baton.clock.now().getTime() + 61_000)
  const next = await push(two, set('Of today', now() + 59_000), bob)
  expect(next.body.results[0].status).toBe('applied')
})

test('a version decides where fields do not merge', async () => {
  const task = await ann.api.createTask({ project: 'web', title: 'Versions' })
  await bob.api.updateTask({ task: task.key, priority: 'high' })
  const id = await device()
  const answer = await push(id, [
    { mid: 1, operation: 'updateTask', input: { task: task.key, status: 'todo' }, base_version: task.version, hlc: hlc(now()) },
    {
      mid: 2,
      operation: 'updateTask',
      input: { task: task.key, title: 'Merges anyway' },
      base_version: task.version,
      hlc: hlc(now() + 1000),
    },
  ])
  expect(answer.body.results).toMatchObject([{ status: 'rejected', error: { code: 'stale_version' } }, { status: 'applied' }])
})
