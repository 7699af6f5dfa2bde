import { PgBoss } from 'pg-boss'
import { operations as all } from '../src/capabilities/operations.ts'
import type { Operation } from '../src/kernel/operation.ts'
import { roleUrl } from '../src/platform/postgres.ts'
import { workOn } from '../src/worker/jobs.ts'
import type { Baton } from './harness.ts'

/** A worker inside the test's process, with the test's clock: it takes the jobs of these operations as the real one does. */
export async function startWorker(baton: Baton, operations: Iterable<Operation> = all.values()): Promise<{ close(): Promise<void> }> {
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
  await workOn(boss, baton.node.assembly.kernel, operations)
  return { close: () => boss.stop({ graceful: true, timeout: 5000 }) }
}
