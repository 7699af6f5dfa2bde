import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { instanceLog } from '../kernel/audit.ts'
import { system, type Call, type Principal } from '../kernel/context.ts'
import { execute, type Kernel } from '../kernel/execute.ts'
import type { Operation } from '../kernel/operation.ts'
import { withOrigin, type Origin } from '../platform/origin.ts'
import type { Hints } from '../platform/redis.ts'
import { trustIn } from '../platform/trust-hints.ts'

interface JobData {
  org_id?: string
  origin?: Origin
}

/** Shorter than the time after which a job counts as lost, and than the interval between two runs of a schedule. */
const maxMilliseconds = 240_000
const maxBreath = 500
const tickEvery = 1_000
/** With Redis, this only finds jobs that are due by the clock, or whose hint was lost. */
const lookEvery = 10_000
const lookOftenEvery = 2_000
/** In case the query over all queues keeps failing, each worker polls its own queue every half hour. */
const fetching = { pollingIntervalSeconds: 1_800, batchSize: 10, burstWhenBatchFull: true }
// In a long queue, only the first 1,000 jobs are searched for when the next one is due: something in it is due soon anyway.
const queuesWithWork = `select queue.name,
    exists (select from jobs.job_common job where job.name = queue.name and job.state < 'active' and job.start_after <= now()) as due,
    (select extract(epoch from min(job.start_after) - now())::float8 * 1000 from (select start_after from jobs.job_common
      where name = queue.name and state < 'active' and not blocked and start_after > now() limit 1000) job) as waits
  from unnest($1::text[]) as queue (name)`

/**
 * A job that returns `next` has more to do and runs again with that as its input, each time in a transaction of its own. What is left when its
 * time is up is returned: a schedule's next run continues with it anyway.
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
    // Requests need the database too: a long job pauses for up to a third of the time.
    await pause(Math.min((performance.now() - since) / 2, maxBreath))
    since = performance.now()
    ;({ next } = (await execute(kernel, operation, principal, next, { ...call, idempotencyKey: undefined })) as { next?: unknown })
  }
  return next
}

/** Runs each job through `execute()`, like any door. A job's id is its idempotency key: killed halfway, it runs again but takes effect once. */
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
        // Jobs without an organization are recorded in the instance's log.
        const principal = system(org_id || instanceLog)
        const call = { door: 'worker', idempotencyKey: job.id } as const
        // A failed job is retried on its own; the others of its batch are done.
        const run = async () => {
          const rest = await runToItsEnd(kernel, operation, principal, input, call, max)
          if (!rest || !org_id) return
          await boss.send(operation.name, { org_id, ...rest })
          hints.publish('jobs', operation.name)
        }
        await withOrigin(origin, run).catch(async (error: Error) => {
          await boss.fail(operation.name, job.id, { message: error.message })
          // It will be retried, by whichever worker takes it first.
          hints.publish('jobs', '')
        })
      }
    })
    workers.set(operation.name, worker)
  }
  return wakeWorkers(boss, kernel, hints, workers)
}

/**
 * Empty queues are not polled. A hint wakes the worker of a queue at once; one query over all queues finds jobs without a hint, which are
 * those enqueued while Redis was away, and says when the next job or retry is due.
 */
async function wakeWorkers(
  boss: PgBoss,
  kernel: Kernel,
  hints: Hints,
  workers: ReadonlyMap<string, string>,
): Promise<{ close(): Promise<void> }> {
  const trusted = trustIn(hints)
  let lastLook = -Infinity
  let nextLook = 0
  const wake = (queue: string) => {
    const worker = workers.get(queue)
    if (worker) boss.notifyWorker(worker)
  }
  const look = async (): Promise<void> => {
    const { rows } = await boss.getDb().executeSql(queuesWithWork, [[...workers.keys()]])
    for (const { name, due, waits } of rows as { name: string; due: boolean; waits: number | null }[]) {
      if (due) wake(name)
      if (waits !== null) nextLook = Math.min(nextLook, performance.now() + waits)
    }
  }
  let looking: Promise<void> | null = null
  // A hint without a queue says that something will be due soon.
  await hints.subscribe('jobs', (queue) => (queue ? wake(queue) : void (nextLook = 0)))
  const timer = setInterval(() => {
    const now = performance.now()
    const isTrusted = trusted()
    const isTime = now >= nextLook || (!isTrusted && now >= lastLook + lookOftenEvery)
    if (looking || !isTime) return
    lastLook = now
    nextLook = now + lookEvery
    looking = look()
      .catch((error: unknown) => kernel.report(error, 'lookForJobs'))
      .finally(() => (looking = null))
  }, tickEvery)
  return {
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
