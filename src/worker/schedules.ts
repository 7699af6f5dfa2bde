import type { PgBoss } from 'pg-boss'
import type { OperationInputs } from '../kernel/jobs.ts'

/**
 * What runs by the clock; pg-boss makes sure that one worker starts it. What a write asks for at once as well, such as embedding, is only
 * looked for here in case that was lost.
 */
const schedules = {
  purge: '*/5 * * * *',
  liftSuspensions: '*/5 * * * *',
  queueDigests: '*/15 * * * *',
  queueEmbeddings: '*/5 * * * *',
  lookForStuckAgents: '* * * * *',
  queueDocumentEmbeddings: '* * * * *',
  reconcileRepositories: '*/5 * * * *',
  queueCodeIndexes: '*/5 * * * *',
  publishScheduled: '*/5 * * * *',
  queueSharedProjects: '*/5 * * * *',
  refreshSitemap: '*/10 * * * *',
  eraseOrganizations: '*/10 * * * *',
  removeDiscardedFiles: '*/5 * * * *',
  removeOrphanedFiles: '41 3 * * *',
  eraseAccounts: '23 4 * * *',
} satisfies Partial<Record<keyof OperationInputs, string>>

export async function scheduleAll(boss: PgBoss): Promise<void> {
  for (const [operation, cron] of Object.entries(schedules)) await boss.schedule(operation, cron)
  // One that an older version had would fill a queue that nobody works on.
  for (const { name } of await boss.getSchedules()) if (!(name in schedules)) await boss.unschedule(name)
}
