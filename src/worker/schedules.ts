import type { PgBoss } from 'pg-boss'

/** What runs by the clock; pg-boss makes sure that one worker starts it. */
const schedules = {
  forgetKeys: '17 * * * *',
  forgetAttempts: '37 * * * *',
  forgetOauthRecords: '47 * * * *',
  forgetPendingLogins: '47 * * * *',
  forgetMailings: '47 3 * * *',
  forgetEvents: '7 3 * * *',
  forgetDeliveries: '27 * * * *',
  queueDigests: '*/15 * * * *',
  forgetNotifications: '27 3 * * *',
  forgetMemories: '57 3 * * *',
  queueEmbeddings: '* * * * *',
  lookForStuckAgents: '* * * * *',
  queueDocumentEmbeddings: '* * * * *',
  eraseOrganizations: '*/10 * * * *',
  removeDiscardedFiles: '*/5 * * * *',
  eraseAccounts: '23 4 * * *',
}

export async function scheduleAll(boss: PgBoss): Promise<void> {
  for (const [operation, cron] of Object.entries(schedules)) await boss.schedule(operation, cron)
}
