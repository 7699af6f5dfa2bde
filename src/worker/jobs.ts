import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { instanceLog } from '../kernel/audit.ts'
import { system, type Call, type Principal } from '../kernel/context.ts'
import { execute, type Kernel } from '../kernel/execute.ts'
import type { Operation } from '../kernel/operation.ts'
import { withOrigin, type Origin } from '../platform/origin.ts'

interface JobData {
  org_id?: string
  origin?: Origin
}

/** Less than a job has until it counts as lost, and than lies between two runs of a schedule. */
const maxMilliseconds = 240_000
const maxBreath = 500

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
export async function workOn(boss: PgBoss, kernel: Kernel, operations: Iterable<Operation>, max = maxMilliseconds): Promise<void> {
  for (const operation of operations) {
    if (!operation.contract.job) continue
    await boss.work<JobData>(operation.name, { pollingIntervalSeconds: 1, batchSize: 10, burstWhenBatchFull: true }, async (jobs) => {
      for (const job of jobs) {
        const { org_id, origin, ...input } = job.data ?? {}
        // What belongs to no organization is kept in the instance's log.
        const principal = system(org_id || instanceLog)
        const call = { door: 'worker', idempotencyKey: job.id } as const
        // One that fails is retried by itself; the others of its batch are done.
        const run = async () => {
          const rest = await runToItsEnd(kernel, operation, principal, input, call, max)
          if (rest && org_id) await boss.send(operation.name, { org_id, ...rest })
        }
        await withOrigin(origin, run).catch((error: Error) => boss.fail(operation.name, job.id, { message: error.message }))
      }
    })
  }
}
