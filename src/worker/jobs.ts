import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { instanceLog } from '../kernel/audit.ts'
import { system, type Call, type Principal } from '../kernel/context.ts'
import { execute, type Kernel } from '../kernel/execute.ts'
import type { Operation } from '../kernel/operation.ts'
import { withOrigin, type Origin } from '../platform/origin.ts'
import type { Hints } from '../platform/redis.ts'

interface JobData {
  org_id?: string
  origin?: Origin
}

/** Less than a job has until it counts as lost, and than lies between two runs of a schedule. */
const maxMilliseconds = 240_000
const maxBreath = 500
const lookEvery = 2_000
/** A worker that is not woken looks by itself now and then, in case the look at all queues fails. */
const fetching = { pollingIntervalSeconds: 300, batchSize: 10, burstWhenBatchFull: true }
const queuesWithWork = `select queue.name from unnest($1::text[]) as queue (name)
  where exists (select from jobs.job_common job where job.name = queue.name and job.state < 'active' and job.start_after <= now())`

/**
 * A job that answers `next` has more to do and goes on with that as its input, each time in a transaction of its own. What is left when
 * its time is up is answered: a schedule's next run goes on with it by itself.
 */
export async function runToItsEnd(
  kernel: Kernel,
  operation: Operation,
  principal: Principal,
  input: unknown,
  call: Call,
  max = maxMilliseconds,
): Promise<unknown> {
  const began = performance.now()
  let { next } = (await execute(kernel, operation, principal, input, call)) as { next?: unknown }
  let since = began
  while (next && performance.now() - began < max) {
    // The database works for whoever asks; a long job leaves it a third of the time.
    await pause(Math.min((performance.now() - since) / 2, maxBreath))
    since = performance.now()
    ;({ next } = (await execute(kernel, operation, principal, next, { ...call, idempotencyKey: undefined })) as { next?: unknown })
  }
  return next
}

/** Takes jobs and runs each through `execute()`, like any door. The job's id is its idempotency key: killed half-way, it runs again, its effect once. */
export async function workOn(
  boss: PgBoss,
  kernel: Kernel,
  hints: Hints,
  operations: Iterable<Operation>,
  max = maxMilliseconds,
): Promise<{ close(): Promise<void> }> {
  const workers = new Map<string, string>()
  for (const operation of operations) {
    if (!operation.contract.job) continue
    const worker = await boss.work<JobData>(operation.name, fetching, async (jobs) => {
      for (const job of jobs) {
        const { org_id, origin, ...input } = job.data ?? {}
        // What belongs to no organization is kept in the instance's log.
        const principal = system(org_id || instanceLog)
        const call = { door: 'worker', idempotencyKey: job.id } as const
        // One that fails is retried by itself; the others of its batch are done.
        const run = async () => {
          const rest = await runToItsEnd(kernel, operation, principal, input, call, max)
          if (!rest || !org_id) return
          await boss.send(operation.name, { org_id, ...rest })
          hints.publish('jobs', operation.name)
        }
        await withOrigin(origin, run).catch((error: Error) => boss.fail(operation.name, job.id, { message: error.message }))
      }
    })
    workers.set(operation.name, worker)
  }
  return wakeWorkers(boss, kernel, hints, workers)
}

/**
 * A queue with nothing in it costs nothing: a hint wakes its worker at once, and one look at all queues finds what no hint was sent for, which
 * is what is due by the clock, tried again, or was enqueued while Redis was away.
 */
async function wakeWorkers(
  boss: PgBoss,
  kernel: Kernel,
  hints: Hints,
  workers: ReadonlyMap<string, string>,
): Promise<{ close(): Promise<void> }> {
  const wake = (queue: string) => {
    const worker = workers.get(queue)
    if (worker) boss.notifyWorker(worker)
  }
  const look = async (): Promise<void> => {
    const { rows } = await boss.getDb().executeSql(queuesWithWork, [[...workers.keys()]])
    for (const { name } of rows as { name: string }[]) wake(name)
  }
  let looking: Promise<void> | null = null
  await hints.subscribe('jobs', wake)
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => kernel.report(error, 'lookForJobs'))
      .finally(() => (looking = null))
  }, lookEvery)
  return {
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
