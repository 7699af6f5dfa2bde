import type { Database } from '../../../platform/postgres.ts'
import { connectionsFree as free } from './slack.queries.ts'

/** Whether some connection waits for this worker to hold it. */
export async function connectionsFree(database: Database, holder: string, now: Date): Promise<boolean> {
  return (await database.poll('identity', free, { holder, now })).length > 0
}
