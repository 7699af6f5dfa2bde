import { operations } from '../../src/capabilities/operations.ts'
import { instanceLog } from '../../src/kernel/audit.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, ownerOf, startWithGitHub, type WithGitHub } from '../code-host/connected.ts'
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
const connected = async () => {
  const repository = await world.github.addRepository(`hooks-${++count}`)
  await repository.push('main', 'First', { 'a.ts': 'a' })
  const ann = await ownerOf(world, repository)
  const { id } = await connect(ann, repository)
  return { repository, ann, id }
}

const headOf = async (id: string, branch: string) =>
  (await world.baton.look<{ sha: string }>('select sha from repository_branches where repository_id = $1 and name = $2', [id, branch]))[0]
    ?.sha

/** Waits until no sync is queued or running. */
const idle = (id: string) =>
  waitFor(
    'the sync to be idle',
    () => world.baton.look<{ wanted_at: unknown; claim_id: unknown }>('select wanted_at, claim_id from repositories where id = $1', [id]),
    (rows) => rows?.[0]?.wanted_at === null && rows[0].claim_id === null,
  )

const eventsOf = (org: string | undefined) =>
  world.baton.look<{ seq: string; type: string }>(
    "select seq, type from events where org_id = $1 and type like 'repository.%' order by seq",
    [org],
  )

test('a push wakes the sync, and the log tells who watches', async () => {
  const { repository, ann, id } = await connected()
  const sha = await repository.push('topic', 'More', { 'b.ts': 'b' }, { from: 'main' })
  await waitFor(
    'the branch to follow the push',
    () => headOf(id, 'topic'),
    (head) => head === sha,
  )
  const { items } = await ann.do('GET', `/api/repos/${id}/branches`)
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['topic', 'main'])
})

test('a delivery with a wrong signature, or changed on its way, is refused', async () => {
  const { repository } = await connected()
  await repository.push('other', 'More', { 'b.ts': 'b' }, { from: 'main' })
  await world.github.deliveries.settled()
  const delivery = world.github.deliveries.sent.at(-1)!
  expect(delivery.status_code).toBe(202)
  expect(await world.github.deliveries.send(delivery, { secret: 'another', guid: 'guid-1' })).toBe(401)
  expect(await world.github.deliveries.send(delivery, { guid: 'not a guid !' })).toBe(400)
})

test('a repeated delivery is known, and one that changes nothing leaves no trace in the log', async () => {
  const { repository, ann, id } = await connected()
  const sha = await repository.push('topic', 'More', { 'b.ts': 'b' }, { from: 'main' })
  await waitFor(
    'the branch to follow the push',
    () => headOf(id, 'topic'),
    (head) => head === sha,
  )
  // Indexing runs in a separate job after the first sync, and emits an event.
  await waitFor(
    'the index',
    () => eventsOf(ann.organization),
    (events) => events?.some(({ type }) => type === 'repository.indexed') === true,
  )
  await idle(id)
  const before = await eventsOf(ann.organization)
  const delivery = world.github.deliveries.sent.at(-1)!
  const jobs = async () => (await world.baton.look("select id from jobs.job where name = 'syncRepository'")).length
  const queued = await jobs()
  expect(await world.github.deliveries.send(delivery)).toBe(202)
  expect(await jobs()).toBe(queued)
  // The same delivery under another id triggers a sync, which finds nothing.
  expect(await world.github.deliveries.send(delivery, { guid: `again-${count}` })).toBe(202)
  await idle(id)
  expect(await eventsOf(ann.organization)).toEqual(before)
})

test('what a webhook lost is found by the schedule', async () => {
  const { repository, id } = await connected()
  await idle(id)
  world.github.deliveries.held = []
  const sha = await repository.push('unheard', 'More', { 'b.ts': 'b' }, { from: 'main' })
  world.github.deliveries.held = null
  await world.baton.look("update repositories set checked_at = now() - interval '2 hours' where id = $1", [id])
  const { kernel } = world.baton.node.assembly
  expect(await execute(kernel, operations.get('reconcileRepositories'), system(instanceLog), {}, { door: 'worker' })).toEqual({
    repositories: 1,
  })
  await waitFor(
    'the branch that no webhook told of',
    () => headOf(id, 'unheard'),
    (head) => head === sha,
  )
})
