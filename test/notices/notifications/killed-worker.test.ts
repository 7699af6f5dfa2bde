import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { Office, told } from './office.ts'
import { connectAside, waitForLocks } from '../../harness/locks.ts'
import { patience } from '../../harness/wait.ts'

const program = fileURLToPath(new URL('../../../src/main/worker.ts', import.meta.url))
const workers: ChildProcess[] = []
let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await baton.close()
})

function startWorker(): Promise<ChildProcess> {
  const { DATABASE_URL, DATABASE_KEY, REDIS_URL, REDIS_PREFIX, SECRET_KEY, FILES_URL = '' } = baton.config
  const env = { DATABASE_URL, DATABASE_KEY, REDIS_URL, REDIS_PREFIX, SECRET_KEY: SECRET_KEY.join(','), FILES_URL }
  const worker = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.push(worker)
  return new Promise((resolve) => worker.stdout.once('data', () => resolve(worker)))
}

test('what a worker was telling when it was killed is told by others, once', async () => {
  const office = await Office.open(baton, await baton.person('ann'), 'acme')
  const bob = await office.join(await baton.person('bob'))
  await office.owner.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  const first = await startWorker()
  // The lock stops the first worker inside its transaction, while it writes the notification and before it moves the cursor.
  const blocker = await connectAside(baton)
  await blocker.query('begin')
  await blocker.query('lock table notifications in share row exclusive mode')
  const task = await office.owner.do('POST', '/api/tasks', { project: 'web', title: 'For Bob', assignee: 'bob' })
  await waitForLocks(baton)
  first.kill('SIGKILL')
  await blocker.query('rollback')
  await blocker.end()
  await Promise.all([startWorker(), startWorker()])
  await expect.poll(() => told(bob), { timeout: patience }).toEqual([`assignment ${task.key}`])
  for (let hint = 0; hint < 20; hint++) baton.node.assembly.kernel.hint(office.id)
  await office.owner.do('PATCH', `/api/tasks/${task.key}`, { title: 'Still for Bob' })
  const read = async () => {
    const [row] = await baton.look<{ caught_up: boolean }>(
      "select r.seq = h.seq as caught_up from log_readers r join log_heads h using (org_id) where org_id = $1 and reader = 'notifications'",
      [office.id],
    )
    return row?.caught_up
  }
  await expect.poll(read, { timeout: patience }).toBe(true)
  expect(await told(bob)).toEqual([`assignment ${task.key}`])
})
