import type { PgBoss } from 'pg-boss'

/** What runs by the clock; pg-boss makes sure that one worker starts it. */
const schedules = { forgetKeys: '17 * * * *', forgetAttempts: '37 * * * *', forgetEvents: '7 3 * * *' }

export async function scheduleAll(boss: PgBoss): Promise<void> {
  for (const [operation, cron] of Object.entries(schedules)) await boss.schedule(operation, cron)
}
