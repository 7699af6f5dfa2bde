import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { waitFor } from '../harness/wait.ts'
import { runWhole } from '../memory/worker-runs.ts'

/** The dashboard's own outbox as the browser runs it, with a real server. What a browser would store is in `kept`. */
const { browser } = vi.hoisted(() => ({
  browser: { client: {} as any, kept: new Map<string, any>() },
}))
vi.mock('../../dashboard/src/data/client.ts', () => ({ account: {}, optionsFor: () => ({}), clientFor: () => browser.client }))
vi.mock('../../dashboard/src/data/device.ts', () => ({
  writesKept: 'writes',
  answersKept: 'answers',
  tasksKept: 'tasks',
  get: async () => undefined,
  set: async (key: string, value: unknown, store: string) => void (store === 'writes' && browser.kept.set(key, structuredClone(value))),
  del: async (key: string) => void browser.kept.delete(key),
  entries: async (store: string) => (store === 'writes' ? [...browser.kept] : []),
  forgetEverything: async () => {},
}))

const dashboard = (file: string) => import(fileURLToPath(new URL(`../../dashboard/src/data/${file}`, import.meta.url))) as Promise<any>
const day = 86_400_000
const realNow = Date.now
let passed = 0

let baton: Baton
let ann: Person
let bob: Person
beforeAll(async () => {
  // The server's clock and the browser's are one.
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + passed)
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(async () => {
  await baton.close()
  vi.restoreAllMocks()
})

/** Days without the browser: the server purges what is due, and logins end. */
async function pass(days: number): Promise<void> {
  passed += days * day
  await runWhole(baton, 'purge', { tables: ['idempotency'] })
  await Promise.all([ann.logInAgain(), bob.logInAgain()])
}

/** The page, opened anew: it knows what was stored and nothing else. */
async function open(network: { sends(): boolean; answers(): boolean }) {
  const { standInForBrowser } = await dashboard('browser-stand-in.ts')
  standInForBrowser()
  vi.resetModules()
  const reach: typeof fetch = async (input, init) => {
    if (!network.sends()) throw new TypeError('Failed to fetch')
    const answer = await fetch(input, init)
    if (!network.answers()) throw new TypeError('Failed to fetch')
    return answer
  }
  // The page's own copy, whose errors it recognizes.
  const { createClient } = await import('../../client/src/create-client.ts')
  browser.client = createClient({ url: baton.url, organization: ann.organization ?? '', token: () => ann.token, fetch: reach })
  const [box, { EditTasks }, { connection }] = [
    await dashboard('writes/outbox.ts'),
    await dashboard('tasks/edit-tasks.ts'),
    await dashboard('live/connection.ts'),
  ]
  await dashboard('tasks/conflicts.ts')
  return { box, connection, edit: new EditTasks('acme', 'web') }
}

const make = (fields: object) => ann.do('POST', '/api/tasks', { project: 'web', ...fields })
const now = (key: string) => bob.do('GET', `/api/tasks/${key}`)
/** What Ann did after this, in the order in which it took effect. */
const done = (after: number) =>
  baton.look<{ seq: number; operation: string }>(
    `select seq, operation from audit where org_id = $1 and entry -> 'actor' ->> 'user_id' = $2 and seq > $3 and outcome = 'ok'
      and operation in ('createTask', 'updateTask') order by seq`,
    [ann.organization, ann.user.id, after],
  )

test('a week of writes without a connection arrives once and in order, after what another person did', async () => {
  const [first, second] = [await make({ title: 'First', labels: ['api'] }), await make({ title: 'Second' })]
  const before = (await done(0)).at(-1)?.seq ?? 0
  const network = { on: true }
  const page = await open({ sends: () => network.on, answers: () => false })
  page.connection.set('live')
  // It takes effect, but the answer is lost.
  page.edit.edit([second], { priority: 'high' })
  await waitFor(
    'the call to take effect',
    async () => (await now(second.key)).priority,
    (priority) => priority === 'high',
  )
  network.on = false
  page.connection.set('offline')
  const [one, two] = [await now(first.key), await now(second.key)]

  await pass(1)
  page.edit.create({ title: 'On the train', status: 'todo', priority: 'none' })
  const made = page.box.outbox.get().at(-1).patch.create
  await pass(2)
  page.edit.edit([made], { title: 'On the slow train' })
  page.edit.edit([one], { labels: ['api', 'train'] })
  await bob.do('PATCH', `/api/tasks/${first.key}`, { labels: ['api', 'office'] })
  await bob.do('PATCH', `/api/tasks/${second.key}`, { title: 'Second, says Bob' })
  await pass(2)
  page.edit.edit([{ ...one, labels: ['api', 'train'] }], { status: 'in_progress' })
  page.edit.edit([two], { title: 'Second, says Ann' })
  await pass(2)

  // The laptop was closed in between.
  page.box.outbox.set([])
  const later = await open({ sends: () => true, answers: () => true })
  await later.box.restoreOutbox()
  await waitFor(
    'all writes to be answered',
    async () => later.box.outbox.get(),
    (left: any[]) => left.length === 1 && left[0].conflict !== undefined,
  )
  expect((await done(before)).map(({ operation }) => operation)).toEqual([
    'updateTask',
    'createTask',
    'updateTask',
    'updateTask',
    'updateTask',
  ])
  expect(await now(first.key)).toMatchObject({ labels: ['api', 'office', 'train'], status: 'in_progress' })
  expect(await now(second.key)).toMatchObject({ title: 'Second, says Bob', priority: 'high' })
  const { items } = await bob.do('GET', '/api/tasks?project=web&text=train')
  expect(items.map(({ title }: { title: string }) => title)).toEqual(['On the slow train'])
  const [left] = later.box.outbox.get()
  expect(left.conflict).toMatchObject({ field: 'title', base: 'Second', theirs: 'Second, says Bob' })
  later.box.discard(left.id)
  expect(browser.kept.size).toBe(0)
})

test('a task that was created 80 days ago, and whose answer was lost, is not created twice', async () => {
  const page = await open({ sends: () => true, answers: () => false })
  page.connection.set('live')
  page.edit.create({ title: 'Only once', status: 'todo', priority: 'none' })
  const found = async () => (await bob.do('GET', '/api/tasks?project=web&text=once')).items
  await waitFor('the task to exist', found, (items) => items.length === 1)
  page.edit.edit([page.box.outbox.get()[0].patch.create], { priority: 'urgent' })
  await waitFor(
    'both to wait',
    () => [...browser.kept.values()],
    (kept) => kept.length === 2 && kept.every(({ waited }) => waited),
  )
  // The page is gone before it can try again.
  page.box.outbox.set([])
  for (let times = 0; times < 4; times++) await pass(20)
  await (await open({ sends: () => true, answers: () => true })).box.restoreOutbox()
  await waitFor(
    'both to be answered',
    () => browser.kept.size,
    (size) => size === 0,
  )
  expect((await found()).map(({ title, priority }: any) => [title, priority])).toEqual([['Only once', 'urgent']])
})
