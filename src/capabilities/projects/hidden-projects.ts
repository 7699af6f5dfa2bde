import type { Database } from '../../platform/postgres.ts'
import { hiddenProjects } from './projects.queries.ts'

/** The private projects of an organization that this user may not see, deleted ones included. */
export async function hiddenProjectsOf(database: Database, org: string, user: string): Promise<ReadonlySet<string>> {
  const rows = await database.withRealm('organization', { org, user }, 'read', (tx) => tx.rows(hiddenProjects, [org]))
  return new Set(rows.map((row) => row.id))
}
