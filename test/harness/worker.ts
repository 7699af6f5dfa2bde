import { PgBoss } from 'pg-boss'
import { operations as all } from '../../src/capabilities/operations.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { roleUrl } from '../../src/platform/database-login.ts'
import { createWebhookSender } from '../../src/platform/webhook-sender.ts'
import { deliverWebhooks } from '../../src/worker/deliveries.ts'
import { workOn } from '../../src/worker/jobs.ts'
import { readLogs } from '../../src/worker/log-readers.ts'
import type { Baton } from './baton.ts'

/** A worker inside the test's process and on the test's clock; it takes jobs of these operations as the real one does. */
export async function startWorker(
  baton: Baton,
  operations: ReadonlyMap<string, Operation> = all,
  millisecondsOfAJob?: number,
): Promise<{ close(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: roleUrl(baton.config, 'baton_jobs'),
    schema: 'jobs',
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  const { kernel, hints } = baton.node.assembly
  const jobs = await workOn(boss, kernel, hints, operations.values(), millisecondsOfAJob)
  const { PRIVATE_ADDRESSES, WEBHOOK_TIMEOUT_SECONDS } = baton.config
  const sender = createWebhookSender({ timeoutSeconds: WEBHOOK_TIMEOUT_SECONDS, allowPrivate: PRIVATE_ADDRESSES === 'allow' })
  const deliveries = deliverWebhooks(kernel, all, sender)
  const readers = await readLogs(kernel, hints, all, deliveries)
  return {
    async close() {
      await Promise.all([jobs.close(), readers.close(), deliveries.close()])
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
