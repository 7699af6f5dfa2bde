import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { startJira } from './jira-stand-in.ts'
import { startLinear, type LinearIssue, type LinearStandIn } from './linear-stand-in.ts'
import { patience } from '../harness/wait.ts'

let baton: Baton
let linear: LinearStandIn
let jira: Awaited<ReturnType<typeof startJira>>
let worker: { close(): Promise<void> }
let ann: Person
let projects = 0
let project = ''
beforeAll(async () => {
  ;[linear, jira] = [await startLinear(), await startJira()]
  baton = await startBaton({ ...linear.settings, PRIVATE_ADDRESSES: 'allow' })
  worker = await startWorker(baton)
  ann = await (await baton.person('ann')).createOrganization('northwind')
  await baton.person('bob')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await baton.look('update auth.accounts set email_verified_at = now()')
  await ann.do('PUT', '/api/settings/integrations/user/linear', { api_key: 'lin_api_12345678' })
  await ann.do('PUT', '/api/settings/integrations/user/jira', { site: jira.site, ...jira.credentials })
})
beforeEach(async () => {
  linear.issues.splice(0)
  linear.projects.splice(0)
  jira.issues.splice(0)
  project = `p${++projects}`
  await ann.do('POST', '/api/projects', { name: project, slug: project, key: `P${projects}X` })
})
afterAll(async () => {
  await worker.close()
  await baton.close()
  await Promise.all([linear.close(), jira.close()])
})

const start = (provider = 'linear', source = 'team-1') => ann.do('POST', `/api/projects/${project}/remote-imports`, { provider, source })
const get = (id: string) => ann.do('GET', `/api/remote-imports/${id}`)
const until = async (id: string, status: string) => {
  await expect.poll(async () => (await get(id)).status, { timeout: patience, interval: 100 }).toBe(status)
  return get(id)
}
const apply = async (id: string) => {
  await ann.do('POST', `/api/remote-imports/${id}/apply`)
  return until(id, 'done')
}
const importAll = async (provider?: string, source?: string) => {
  const { id } = await start(provider, source)
  const ready = await until(id, 'ready')
  return { preview: ready.preview, done: await apply(id) }
}
const items = async () => {
  const exported = await ann.do('GET', `/api/projects/${project}/export/items?limit=1000`)
  return exported.items as any[]
}
const byTitle = async () => Object.fromEntries((await items()).map((item) => [item.title, item]))

const some: LinearIssue[] = [
  { id: 'i1', identifier: 'ENG-1', title: 'Checkout', project: 'pr1', priority: 1, state: { name: 'In Progress', type: 'started' } },
  {
    id: 'i2',
    identifier: 'ENG-2',
    title: 'Pay by card',
    parent: 'i1',
    description: 'With **3-D Secure**',
    estimate: 3,
    dueDate: '2026-12-24',
    labels: ['Bug', 'a, b'],
    priority: 2,
    assignee: { email: 'BOB@example.com', name: 'Bob' },
    state: { name: 'In Review', type: 'started' },
    comments: [
      { id: 'c1', body: 'First, @ann', by: 'Carol' },
      { id: 'c2', body: 'Second', by: 'Dan' },
    ],
  },
  {
    id: 'i3',
    identifier: 'ENG-3',
    title: 'Tax',
    parent: 'i2',
    blockedBy: ['i4'],
    assignee: { email: 'stranger@example.com', name: 'Stella' },
  },
  { id: 'i4', identifier: 'ENG-4', title: 'Rounding', state: { name: 'Done', type: 'completed' }, priority: 4 },
  { id: 'i5', identifier: 'ENG-5', title: 'Dropped', state: { name: 'Canceled', type: 'canceled' } },
]

test('a team of Linear: looked at first, then its projects, issues, people, points, blockers and comments are here', async () => {
  expect((await ann.do('GET', '/api/settings/integrations/user/linear/sources')).items).toEqual([
    { id: 'team-1', key: 'ENG', name: 'Engineering' },
  ])
  linear.projects.push({ id: 'pr1', name: 'Shop', state: 'started' })
  linear.issues.push(...structuredClone(some))
  const { id } = await start()
  const { preview } = await until(id, 'ready')
  expect(preview).toMatchObject({
    epics: 1,
    stories: 1,
    tasks: 4,
    created: 6,
    updated: 0,
    comments: 2,
    unknown_people: ['Stella'],
    errors: [],
  })
  expect(preview.statuses).toContainEqual({ name: 'In Review', status: 'in_review', count: 1 })
  expect(await items()).toEqual([])
  const done = await apply(id)
  expect(done).toMatchObject({ comments_added: 2, failure: null })
  const found = await byTitle()
  expect(found['Shop']).toMatchObject({ kind: 'epic', status: 'in_progress' })
  expect(found['Checkout']).toMatchObject({ kind: 'story', parent: found['Shop'].external_id, priority: 'urgent', status: 'in_progress' })
  expect(found['Pay by card']).toMatchObject({
    kind: 'task',
    parent: found['Checkout'].external_id,
    estimate: 3,
    due_on: '2026-12-24',
    assignee: 'bob',
    priority: 'high',
    status: 'in_review',
  })
  expect(found['Pay by card'].labels.toSorted()).toEqual(['Bug', 'a  b'].toSorted())
  expect(found['Pay by card'].description).toBe('With **3-D Secure**\n\nImported from [ENG-2](https://linear.app/northwind/issue/ENG-2)')
  expect(found['Tax']).toMatchObject({
    kind: 'task',
    parent: found['Checkout'].external_id,
    assignee: null,
    blocked_by: [found['Rounding'].external_id],
  })
  expect(found['Rounding']).toMatchObject({ status: 'complete', priority: 'low', parent: null })
  expect(found['Dropped']).toMatchObject({ status: 'cancelled' })
  const [item] = await baton.look<{ key: string }>("select key from work_items where title = 'Pay by card'")
  const comments = (await ann.do('GET', `/api/tasks/${item?.key}/comments`)).items
  expect(comments.map((one: any) => [one.source_author, one.body]).toSorted()).toEqual([
    ['Carol', 'First, @ann'],
    ['Dan', 'Second'],
  ])
})

test('importing twice changes nothing, and what changed there changes here', async () => {
  linear.projects.push({ id: 'pr1', name: 'Shop', state: 'started' })
  linear.issues.push(...structuredClone(some))
  await importAll()
  const before = await items()
  const second = await importAll()
  expect(second.preview).toMatchObject({ created: 0, updated: 0, unchanged: 6 })
  expect(second.done.comments_added).toBe(0)
  expect(await items()).toEqual(before)
  Object.assign(linear.issues[3]!, { title: 'Rounding down', priority: 1 })
  linear.issues[1]!.comments?.push({ id: 'c3', body: 'Third', by: 'Carol' })
  const third = await importAll()
  expect(third.preview).toMatchObject({ created: 0, updated: 1, unchanged: 5 })
  expect(third.done.comments_added).toBe(1)
  expect((await byTitle())['Rounding down']).toMatchObject({ priority: 'urgent' })
})

test('many pages, and a provider that wants a pause', async () => {
  for (let n = 0; n < 180; n++) linear.issues.push({ id: `n${n}`, identifier: `ENG-${n}`, title: `Issue ${n}` })
  linear.limit(1, 1)
  const { id } = await start()
  const ready = await until(id, 'ready')
  expect(ready).toMatchObject({ items: 180, pages: 5, failure: null })
  const [{ count }] = (await baton.look("select count(*)::int from jobs.job where name = 'readRemoteImport'")) as any
  expect(count).toBeGreaterThan(1)
})

test('a worker killed in the middle of reading: another goes on with the page it was at, and nothing is doubled', async () => {
  for (let n = 0; n < 120; n++) linear.issues.push({ id: `k${n}`, identifier: `ENG-${n}`, title: `Kept ${n}` })
  let release = () => {}
  const { id } = await start()
  await expect.poll(async () => (await get(id)).pages, { interval: 5 }).toBeGreaterThan(0)
  linear.wait(new Promise<void>((resolve) => (release = resolve)))
  const { pages } = await get(id)
  // The worker stops with its request unanswered; another one takes over its job.
  const { status } = await get(id)
  expect(status === 'reading' || status === 'ready').toBe(true)
  await worker.close()
  await baton.look("update jobs.job set state = 'retry', start_after = now() where name = 'readRemoteImport' and state = 'active'")
  release()
  linear.wait(null)
  worker = await startWorker(baton)
  const ready = await until(id, 'ready')
  expect(ready.items).toBe(120)
  expect(ready.pages).toBeGreaterThanOrEqual(pages)
  await apply(id)
  expect(await items()).toHaveLength(120)
})

test('a key that was revoked ends it with what to do, here and in the settings', async () => {
  linear.issues.push(...structuredClone(some))
  linear.revoked.add('lin_api_12345678')
  const { id } = await start()
  const failed = await until(id, 'failed')
  expect(failed.failure).toContain('Save another')
  const { items: integrations } = await ann.do('GET', '/api/settings/integrations/user')
  expect(integrations.find((one: any) => one.provider === 'linear')).toMatchObject({
    broken: true,
    last_error: expect.stringContaining('Linear'),
  })
  linear.revoked.clear()
  await ann.do('PUT', '/api/settings/integrations/user/linear', { api_key: 'lin_api_12345678' })
})

test('a project of Jira: epics, sub-tasks, story points, documents as Markdown, all comments', async () => {
  const epic = { name: 'Epic', hierarchyLevel: 1 }
  const said = Array.from({ length: 5 }, (_, at) => ({ id: `90${at}`, body: `Said ${at}`, by: 'Carol' }))
  jira.issues.push(
    { id: '1', key: 'WEB-1', summary: 'Shop', type: epic, status: { name: 'In Progress', category: 'indeterminate' } },
    { id: '2', key: 'WEB-2', summary: 'Checkout', parent: 'WEB-1', priority: 'Highest', type: { name: 'Story', hierarchyLevel: 0 } },
    {
      id: '3',
      key: 'WEB-3',
      summary: 'Pay',
      parent: 'WEB-2',
      type: { name: 'Sub-task', hierarchyLevel: -1 },
      points: 5,
      labels: ['backend'],
      assignee: { emailAddress: 'bob@example.com', displayName: 'Bob' },
      comments: said,
      description: {
        type: 'doc',
        content: [
          { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Why' }] },
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'Because ' },
              { type: 'text', text: 'cards', marks: [{ type: 'strong' }] },
            ],
          },
          {
            type: 'bulletList',
            content: ['one', 'two'].map((text) => ({
              type: 'listItem',
              content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
            })),
          },
        ],
      },
    },
    { id: '4', key: 'WEB-4', summary: 'Won', status: { name: "Won't do", category: 'done' }, blockedBy: ['WEB-5'] },
    { id: '5', key: 'WEB-5', summary: 'Alone', status: { name: 'Done', category: 'done' }, points: 0.5 },
  )
  jira.limit(1, 1)
  const { preview, done } = await importAll('jira', 'WEB')
  expect(preview).toMatchObject({ epics: 1, stories: 1, tasks: 3, created: 5, comments: 5, errors: [] })
  expect(done.comments_added).toBe(5)
  const found = await byTitle()
  expect(found['Checkout']).toMatchObject({ kind: 'story', parent: found['Shop'].external_id, priority: 'urgent' })
  expect(found['Pay']).toMatchObject({
    kind: 'task',
    parent: found['Checkout'].external_id,
    estimate: 5,
    labels: ['backend'],
    assignee: 'bob',
  })
  expect(found['Pay'].description).toMatch(/^## Why\n\nBecause \*\*cards\*\*\n\n- one\n- two\n\nImported from \[WEB-3\]/)
  expect(found['Won']).toMatchObject({ status: 'cancelled', blocked_by: [found['Alone'].external_id] })
  expect(found['Alone']).toMatchObject({ status: 'complete', estimate: 0.5 })
  const again = await importAll('jira', 'WEB')
  expect(again.preview).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
  expect(again.done.comments_added).toBe(0)
})

test('an address in a private network is refused where the operator does not allow it', async () => {
  const plain = await startBaton()
  const carl = await plain.person('carl')
  const { status, body } = await carl.call('PUT', '/api/settings/integrations/user/jira', {
    site: 'https://127.0.0.1',
    ...jira.credentials,
  })
  expect([status, body.detail]).toEqual([400, expect.stringContaining('private network')])
  await plain.close()
})

test('cancelled or unread imports cannot be applied, nor by somebody else', async () => {
  linear.issues.push(...structuredClone(some))
  const { id } = await start()
  await until(id, 'ready')
  const bob = new (ann.constructor as typeof Person)(
    ann.url,
    (await ann.call('POST', '/api/auth/login', { email: 'bob@example.com', password: 'password of bob' })).body,
    'password of bob',
    ann.organization,
  )
  expect((await bob.call('POST', `/api/remote-imports/${id}/apply`)).status).toBe(403)
  expect(await ann.do('POST', `/api/remote-imports/${id}/cancel`)).toMatchObject({ status: 'cancelled' })
  expect((await ann.call('POST', `/api/remote-imports/${id}/apply`)).status).toBe(409)
  expect(await baton.look('select 1 from remote_import_items where remote_import_id = $1', [id])).toEqual([])
})

test('a token of OAuth is revoked at Linear; a personal key is revoked by hand, and it says where', async () => {
  expect(await ann.do('DELETE', '/api/settings/integrations/user/jira')).toMatchObject({
    revoking: false,
    revoke_at: expect.stringContaining('atlassian.com'),
  })
  expect(await ann.do('DELETE', '/api/settings/integrations/user/linear')).toMatchObject({
    revoking: false,
    revoke_at: expect.stringContaining('linear.app'),
  })
  await ann.do('PUT', '/api/settings/integrations/user/linear', { api_key: 'lin_oauth_12345678' })
  expect(await ann.do('DELETE', '/api/settings/integrations/user/linear')).toMatchObject({ revoking: true, revoke_at: null })
  await expect.poll(() => linear.revoked.has('lin_oauth_12345678')).toBe(true)
})
