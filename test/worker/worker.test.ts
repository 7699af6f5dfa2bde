import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { connectAside } from '../harness/locks.ts'
import { waitFor } from '../harness/wait.ts'

const program = fileURLToPath(new URL('../../src/main/worker.ts', import.meta.url))
const workers: ChildProcess[] = []
let baton: Baton
let ann: Person

function startWorker(): Promise<ChildProcess> {
  const { config } = baton
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: config.DATABASE_URL,
    DATABASE_KEY: config.DATABASE_KEY,
    REDIS_URL: config.REDIS_URL,
    REDIS_PREFIX: config.REDIS_PREFIX,
    SECRET_KEY: config.SECRET_KEY.join(','),
    FILES_URL: config.FILES_URL ?? '',
    LOG_LEVEL: 'silent',
  }
  const worker = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  workers.push(worker)
  return new Promise((resolve) => worker.stdout.once('data', () => resolve(worker)))
}

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await baton.close()
})

test('a write that is rolled back leaves no job behind', async () => {
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Twice' })
  await ann.do('POST', `/api/tasks/${task.key}/claim`, {})
  expect((await ann.call('POST', `/api/tasks/${task.key}/claim`, {})).status).toBe(409)
  const [count] = await baton.look<{ count: string }>("select count(*) from jobs.job where name = 'expireLease'")
  expect(count?.count).toBe('1')
})

test('the job of a worker killed half-way is another’s, and its effect stands once', async () => {
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Held' })
  await ann.do('POST', `/api/tasks/${task.key}/claim`, {})
  await baton.look('update work_items set lease_until = now() where id = $1', [task.id])
  // A lock on the task keeps the first worker inside its transaction until it is killed.
  const blocker = await connectAside(baton)
  await blocker.query('begin')
  await blocker.query('select from work_items where id = $1 for update', [task.id])
  const first = await startWorker()
  await baton.look("update jobs.job set start_after = now() where name = 'expireLease' and data ->> 'task_id' = $1", [task.id])
  baton.node.assembly.hints.publish('jobs', '')
  const state = async () =>
    (await baton.look<{ state: string }>("select state from jobs.job where data ->> 'task_id' = $1", [task.id]))[0]?.state
  await waitFor('the first worker to take the job', state, (found) => found === 'active')
  first.kill('SIGKILL')
  await blocker.query('rollback')
  await blocker.end()
  await startWorker()
  await waitFor('the second worker to finish it', state, (found) => found === 'completed')
  const released = await baton.look("select seq from events where type = 'task.released' and subject_id = $1", [task.id])
  expect(released).toHaveLength(1)
  expect(await ann.do('GET', `/api/tasks/${task.key}`)).toMatchObject({ status: 'todo', lease_holder: null })
})
