import type { PgBoss } from 'pg-boss'
import { instanceLog } from '../kernel/audit.ts'
import { system } from '../kernel/context.ts'
import { execute, type Kernel } from '../kernel/execute.ts'
import type { Operation } from '../kernel/operation.ts'

interface JobData {
  org_id?: string
}

/** Takes jobs and runs each through `execute()`, like any door. The job's id is its idempotency key: killed half-way, it runs again, its effect once. */
export async function workOn(boss: PgBoss, kernel: Kernel, operations: Iterable<Operation>): Promise<void> {
  for (const operation of operations) {
    if (!operation.contract.job) continue
    await boss.work<JobData>(operation.name, { pollingIntervalSeconds: 1, batchSize: 10, burstWhenBatchFull: true }, async (jobs) => {
      for (const job of jobs) {
        const { org_id, ...input } = job.data ?? {}
        // What belongs to no organization is kept in the instance's log.
        const principal = system(org_id || instanceLog)
        const run = (idempotencyKey: string) => execute(kernel, operation, principal, input, { door: 'worker', idempotencyKey })
        // One that fails is retried by itself; the others of its batch are done.
        await runWhole(run, job.id).catch((error: Error) => boss.fail(operation.name, job.id, { message: error.message }))
      }
    })
  }
}

/** A job that says there is more goes on at once, each part in a transaction and under a key of its own. */
async function runWhole(run: (key: string) => Promise<unknown>, id: string): Promise<void> {
  for (let part = 0, more = true; more; part++) {
    const output = (await run(part === 0 ? id : `${id} ${part}`)) as { more?: boolean }
    more = output.more === true
  }
}
