import type { Database } from '../../../platform/postgres.ts'
import { organizationsDue as due } from './deliveries.queries.ts'

/** The organizations that have something to send now. */
export async function organizationsDue(database: Database, now: Date): Promise<string[]> {
  const rows = await database.poll('instance', due, { now })
  return rows.map((row) => row.org_id)
}
