import type { PgBoss } from 'pg-boss'
import type { OperationInputs } from '../kernel/jobs.ts'

/** Runs on a schedule, whether there is something to do or not; pg-boss makes sure that only one worker starts it. */
const schedules = {
  queueDigests: '*/15 * * * *',
  queueEmbeddings: '*/5 * * * *',
  refreshSitemap: '*/10 * * * *',
  eraseOrganizations: '*/10 * * * *',
  removeOrphanedFiles: '41 3 * * *',
  eraseAccounts: '23 4 * * *',
} satisfies Partial<Record<keyof OperationInputs, string>>

export async function scheduleAll(boss: PgBoss): Promise<void> {
  for (const [operation, cron] of Object.entries(schedules)) await boss.schedule(operation, cron)
  // A schedule left over from an older version would fill a queue that nobody works on.
  for (const { name } of await boss.getSchedules()) if (!(name in schedules)) await boss.unschedule(name)
}
