import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { connect, ownerOf, startWithGitHub, type WithGitHub } from '../code-host/connected.ts'
import type { Person } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { waitFor } from '../harness/wait.ts'

let world: WithGitHub
let worker: { close(): Promise<void> }
beforeAll(async () => {
  world = await startWithGitHub()
  worker = await startWorker(world.baton)
})
afterAll(async () => {
  await worker.close()
  await world.close()
})

let count = 0
/** A repository with one issue that syncs both ways with its task. */
async function twoWay() {
  const repository = await world.github.addRepository(`two-way-${++count}`)
  await repository.push('main', 'First', { 'a.ts': 'a' })
  const ann = await ownerOf(world, repository)
  const at = `/repos/${repository.name}/issues`
  const act = (method: string, path: string, body?: unknown) => world.github.act('octocat', method, at + path, body)
  const { number } = await act('POST', '', { title: 'It breaks', body: 'Badly' })
  const { id } = await connect(ann, repository, { issues: 'two_way' })
  await settled(ann)
  const [{ key }] = (await ann.do('GET', '/api/tasks?project=web')).items
  return {
    ann,
    id,
    number: number as number,
    task: `/api/tasks/${key}`,
    act,
    issue: () => act('GET', `/${number}`),
    said: async (): Promise<string[]> => (await act('GET', `/${number}/comments`)).map(({ body }: { body: string }) => body),
    comments: async (): Promise<any[]> => (await ann.do('GET', `/api/tasks/${key}/comments`)).items,
  }
}

const look = <Row>(text: string, ...values: unknown[]) => world.baton.look<Row>(text, values)
const eventsOf = async ({ organization }: Person) =>
  (await look<{ type: string }>('select type from events where org_id = $1 order by seq', organization)).map(({ type }) => type)

/** Waits until webhooks have arrived and no job is queued or running; checked three times, because one can cause the other. */
async function settled({ organization }: Person): Promise<void> {
  let quiet = 0
  await waitFor(
    'webhooks and jobs to settle',
    async () => {
      await world.github.deliveries.settled()
      const jobs = await look(
        `select name from jobs.job where name in ('writeIssue', 'syncRepository') and state in ('created', 'retry', 'active')
          and data ->> 'org_id' = $1`,
        organization,
      )
      quiet = jobs.length === 0 ? quiet + 1 : 0
      return jobs
    },
    () => quiet === 3,
  )
}

const run = (operation: 'syncRepository' | 'writeIssue', ann: Person, input: object) =>
  execute(world.baton.node.assembly.kernel, operations.get(operation) as Operation, system(ann.organization as string), input, {
    door: 'worker',
  })

const heard = (number: number) =>
  world.github.deliveries.sent.filter(
    ({ event, payload, status_code }) =>
      event.startsWith('issue') && (payload['issue'] as { number: number }).number === number && status_code === 202,
  ).length

test('title, state and comments go to the issue, and what comes back of them is no news', async () => {
  const { ann, id, number, task, issue, said, comments } = await twoWay()
  const before = await eventsOf(ann)
  const deliveries = heard(number)
  await look(
    `insert into host_writes (org_id, repository_id, kind, object, hash, written_at)
     select org_id, id, 'title', '1', '', now() - interval '31 days' from repositories where id = $1`,
    id,
  )
  await ann.do('PATCH', task, { title: 'It breaks on Mondays' })
  await ann.do('POST', `${task}/comments`, { body: 'Seen by @octocat: `@Inject`' })
  await ann.do('PATCH', task, { status: 'cancelled' })
  await settled(ann)
  expect(await issue()).toMatchObject({ title: 'It breaks on Mondays', state: 'closed', state_reason: 'not_planned' })
  expect(await said()).toEqual([expect.stringMatching(/^\*\*[^*]+\*\* wrote in Baton:\n\nSeen by @\u200boctocat: `@Inject`$/)])
  // Our writes came back by webhook, and now again by a sync that rereads all issues and comments.
  expect(heard(number)).toBeGreaterThan(deliveries + 1)
  await look("update repositories set issues_read_at = null, comments_read_at = '2000-01-01' where id = $1", id)
  expect(await run('syncRepository', ann, { repository_id: id })).toEqual({ changed: [] })
  await settled(ann)
  expect((await eventsOf(ann)).slice(before.length)).toEqual(['task.updated', 'comment.created', 'task.updated'])
  expect(await comments()).toHaveLength(1)
  expect(await said()).toHaveLength(1)
  expect(await look("select from host_writes where repository_id = $1 and written_at < now() - interval '30 days'", id)).toEqual([])
  // The answer was lost: the comment is found and not posted again.
  await look('update issue_comments set host_id = null where repository_id = $1', id)
  expect(await run('syncRepository', ann, { repository_id: id })).toEqual({ changed: [] })
  expect(await run('writeIssue', ann, { repository_id: id, number })).toEqual({ written: true })
  expect(await said()).toHaveLength(1)
  expect(await look('select from issue_comments where repository_id = $1 and host_id is not null', id)).toHaveLength(1)
  // A job wrote and died before recording it, and the task has changed since: the echo is still recognized as ours and overrides nothing.
  await look("update issue_links set title = 'It breaks', state = 'open', agreed = '' where repository_id = $1", id)
  await look("update work_items set title = 'Third' where org_id = $1", ann.organization)
  expect(await run('syncRepository', ann, { repository_id: id })).toEqual({ changed: [] })
  expect(await ann.do('GET', task)).toMatchObject({ title: 'Third', status: 'cancelled' })
  await run('writeIssue', ann, { repository_id: id, number })
  expect(await issue()).toMatchObject({ title: 'Third', state: 'closed' })
})

test('what others write at the host comes to the task once, under their name and nobody else’s', async () => {
  const { ann, number, task, act, said, comments } = await twoWay()
  await act('POST', `/${number}/comments`, { body: `@${ann.user.handle} please do as I say` })
  await act('PATCH', `/${number}`, { title: 'It breaks daily', state: 'closed', state_reason: 'not_planned' })
  await settled(ann)
  expect(await ann.do('GET', task)).toMatchObject({ title: 'It breaks daily', status: 'cancelled' })
  const [comment, ...more] = await comments()
  expect(more).toEqual([])
  expect(comment).toMatchObject({ author: null, source_author: 'octocat', source_url: expect.stringContaining('http'), deliveries: [] })
  expect((await ann.call('PATCH', `${task}/comments/${comment.id}`, { body: 'Mine' })).status).toBe(403)
  expect(await look('select from notifications where org_id = $1', ann.organization)).toEqual([])
  expect(await said()).toHaveLength(1)
  // Someone changed it back by hand: that we once agreed on this value doesn't make it our own write.
  await act('PATCH', `/${number}`, { title: 'It breaks', state: 'open' })
  await settled(ann)
  expect(await ann.do('GET', task)).toMatchObject({ title: 'It breaks', status: 'backlog' })
  await ann.do('PATCH', task, { title: 'A' })
  await settled(ann)
  await ann.do('PATCH', task, { title: 'B' })
  await settled(ann)
  await act('PATCH', `/${number}`, { title: 'A' })
  await settled(ann)
  expect(await ann.do('GET', task)).toMatchObject({ title: 'A' })
})

test('each side keeps what it alone changed; of what both changed the host’s counts, and the task says so', async () => {
  const { ann, number, task, act, issue } = await twoWay()
  world.github.deliveries.held = []
  await act('PATCH', `/${number}`, { title: 'Theirs' })
  await ann.do('PATCH', task, { title: 'Ours', status: 'complete' })
  await settled(ann)
  world.github.deliveries.held = null
  expect(await issue()).toMatchObject({ title: 'Theirs', state: 'closed', state_reason: 'completed' })
  const shown = await ann.do('GET', task)
  expect(shown).toMatchObject({ title: 'Theirs', status: 'complete' })
  const conflicts = (await eventsOf(ann)).filter((type) => type === 'task.issue_conflict')
  expect(conflicts).toHaveLength(1)
  expect(JSON.stringify(await ann.api.listActivities({ subject: shown.id }))).toContain(`from GitHub issue #${number}`)
})

test('a write that is refused is said at the repository and not repeated until somebody changes something', async () => {
  const { ann, id, number, task, issue } = await twoWay()
  const tried = () => world.github.requests.filter((one) => one.startsWith('PATCH') && one.endsWith(`/issues/${number}`)).length
  const refused = async () => (await ann.do('GET', `/api/repos/${id}`)).refused_writes
  const before = tried()
  world.github.instead = (method) => (method === 'PATCH' ? { status: 403, json: { message: 'Resource not accessible' } } : undefined)
  await ann.do('PATCH', task, { title: 'Renamed' })
  await settled(ann)
  expect(await refused()).toEqual([{ number, url: expect.any(String), error: expect.stringContaining('Issues: write') }])
  const events = await eventsOf(ann)
  await run('syncRepository', ann, { repository_id: id })
  await settled(ann)
  expect(await eventsOf(ann)).toEqual(events)
  expect(tried() - before).toBe(1)
  // Transient errors are retried automatically.
  let failures = 0
  world.github.instead = (method) => (method === 'PATCH' && ++failures === 1 ? { status: 502, json: {} } : undefined)
  await ann.do('PATCH', `/api/repos/${id}`, { issues: 'two_way' })
  await settled(ann)
  world.github.instead = null
  expect(await issue()).toMatchObject({ title: 'Renamed' })
  expect(await refused()).toEqual([])
  // The issue was deleted on the host: reported once more, with a different message.
  world.github.instead = (_, path) => (path.endsWith(`/issues/${number}`) ? { status: 410, json: {} } : undefined)
  await ann.do('POST', `${task}/comments`, { body: 'Anybody?' })
  await settled(ann)
  world.github.instead = null
  expect(await refused()).toMatchObject([{ error: expect.stringContaining('deleted or moved') }])
})
