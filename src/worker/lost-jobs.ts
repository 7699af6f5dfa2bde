import type { PgBoss } from 'pg-boss'
import type { Kernel } from '../kernel/execute.ts'
import type { Hints } from '../platform/redis.ts'

/** With a heartbeat of 15 s, another worker gets a dead worker's jobs within 45 s. */
const lookEvery = 15_000
const lost = `select exists (select from jobs.job_common where state = 'active'
  and (started_on + expire_seconds * interval '1 second' < now() or heartbeat_on + heartbeat_seconds * interval '1 second' < now())) as lost`

/** pg-boss needs some thirty statements to recover jobs whose worker has died, so it is asked to only if there are any. */
export function recoverLostJobs(boss: PgBoss, kernel: Kernel, hints: Hints): { close(): Promise<void> } {
  const look = async (): Promise<void> => {
    const { rows } = await boss.getDb().executeSql(lost)
    if (!(rows as { lost: boolean }[])[0]?.lost) return
    await boss.supervise()
    hints.publish('jobs', '')
  }
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => kernel.report(error, 'recoverLostJobs'))
      .finally(() => (looking = null))
  }, lookEvery)
  return {
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
