import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { operations } from '../../../src/capabilities/operations.ts'
import { system, type Principal } from '../../../src/kernel/context.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { authenticateMcpToken } from '../../../src/capabilities/identity/login/authenticate.ts'

let baton: Baton
let ann: Person
let agent: Principal

/** Runs an operation as the holder of an MCP token, without the door. */
const asAgent = (name: string, input: unknown): Promise<any> => {
  const operation = operations.get(name)
  if (!operation) throw new Error(name)
  return execute(baton.node.assembly.kernel, operation, agent, input, { door: 'test' })
}
const newTask = (title: string, more: object = {}): Promise<{ key: string; id: string }> =>
  ann.do('POST', '/api/tasks', { project: 'web', title, status: 'todo', ...more })

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  agent = await authenticateMcpToken(baton.node.assembly.kernel, (await ann.mcpToken()).token)
})
afterAll(() => baton.close())

test('two windows on one token: the one without the fence is refused', async () => {
  const task = await newTask('Shared')
  const { lease } = await asAgent('claimTask', { task: task.key })
  await expect(asAgent('updateTask', { task: task.key, status: 'in_review' })).rejects.toMatchObject({
    code: 'lease_held',
    message: expect.stringContaining('If this is your lease, send its fence'),
  })
  await expect(asAgent('completeTask', { task: task.key, fence: 'AAAAAAAAAAAAAAAAAAAAAA' })).rejects.toMatchObject({ code: 'lease_held' })
  await expect(asAgent('deleteTask', { task: task.key })).rejects.toMatchObject({ code: 'lease_held' })
  await expect(asAgent('claimTask', { task: task.key })).rejects.toMatchObject({ code: 'lease_held' })
  await asAgent('updateTask', { task: task.key, description: 'words are free' })
  const done = await asAgent('completeTask', { task: task.key, fence: lease.fence, notes: 'done' })
  expect(done).toMatchObject({ status: 'complete', lease_holder: null })
})

test('a task that is opened again keeps nothing of the lease under which it was completed', async () => {
  const task = await newTask('Reopened')
  const { lease } = await asAgent('claimTask', { task: task.key })
  await asAgent('completeTask', { task: task.key, fence: lease.fence })
  await ann.do('PATCH', `/api/tasks/${task.key}`, { status: 'in_progress' })
  const [row] = await baton.look('select fence, lease_instance_id from work_items where id = $1', [task.id])
  expect(row).toEqual({ fence: null, lease_instance_id: null })
})

test('a read never shows the fence', async () => {
  const task = await newTask('Fenced')
  await asAgent('claimTask', { task: task.key })
  expect(JSON.stringify(await asAgent('getTask', { task: task.key }))).not.toContain('fence')
  expect(JSON.stringify(await asAgent('listTasks', { project: 'web' }))).not.toContain('fence')
  const events = await baton.look<{ data: object }>('select data from events where subject_id = $1', [task.id])
  expect(JSON.stringify(events)).not.toContain('fence')
})

test('a person’s override ends the lease, and the old holder is told', async () => {
  const task = await newTask('Overridden')
  const { lease } = await asAgent('claimTask', { task: task.key })
  expect(await ann.do('PATCH', `/api/tasks/${task.key}`, { status: 'todo' })).toMatchObject({ lease_holder: null, status: 'todo' })
  await expect(asAgent('claimTask', { action: 'renew', task: task.key, fence: lease.fence })).rejects.toMatchObject({ code: 'conflict' })
  const [event] = await baton.look<{ data: { why: string } }>("select data from events where type = 'task.released' and subject_id = $1", [
    task.id,
  ])
  expect(event?.data.why).toBe('overridden')
})

test('an expired lease is taken over, and its old fence opens nothing', async () => {
  const task = await newTask('Expiring', { priority: 'urgent' })
  const first = await asAgent('claimTask', { task: task.key, minutes: 1 })
  baton.clock.advance(61_000)
  const second = await asAgent('claimTask', { task: task.key })
  expect(second.lease.fence).not.toBe(first.lease.fence)
  await expect(asAgent('completeTask', { task: task.key, fence: first.lease.fence })).rejects.toMatchObject({ code: 'lease_held' })
})

test('the job gives an expired task back once, and leaves a renewed one alone', async () => {
  const { kernel } = baton.node.assembly
  const task = await newTask('Timed')
  const { lease } = await asAgent('claimTask', { task: task.key, minutes: 1 })
  const [row] = await baton.look<{ lease_fence: string }>('select lease_fence from work_items where id = $1', [task.id])
  const generation = Number(row?.lease_fence)
  const expire = () =>
    execute(
      kernel,
      operations.get('expireLease'),
      system(agent.organization!.id),
      { task_id: task.id, fence: generation },
      { door: 'worker' },
    )
  await asAgent('claimTask', { action: 'renew', task: task.key, fence: lease.fence, minutes: 2 })
  baton.clock.advance(61_000)
  expect(await expire()).toEqual({ expired: false })
  baton.clock.advance(61_000)
  expect(await expire()).toEqual({ expired: true })
  expect(await expire()).toEqual({ expired: false })
  expect(await asAgent('getTask', { task: task.key })).toMatchObject({ status: 'todo', lease_holder: null })
})

test('without an id the best ready task is given: not blocked, not held, not another’s', async () => {
  const project = await ann.do('POST', '/api/projects', { name: 'Queue', slug: 'queue' })
  const make = (title: string, more: object = {}) => ann.do('POST', '/api/tasks', { project: project.slug, title, status: 'todo', ...more })
  const low = await make('low', { priority: 'low' })
  const urgent = await make('urgent', { priority: 'urgent' })
  await make('blocked', { priority: 'urgent', blocked_by: [low.key] })
  const next = async () => (await asAgent('claimTask', { project: project.slug })).task.key
  expect([await next(), await next()]).toEqual([urgent.key, low.key])
  await expect(next()).rejects.toMatchObject({ code: 'not_found' })
})
