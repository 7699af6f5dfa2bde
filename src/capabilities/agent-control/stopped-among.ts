import type { Database } from '../../platform/postgres.ts'
import { stoppedAmong as among } from './agent-control.queries.ts'

/** Of these agents of an organization, those that are stopped, and why: for whoever holds their streams. */
export async function stoppedAmong(database: Database, org: string, agents: readonly string[]) {
  const rows = await database.withRealm('organization', { org, user: null }, 'read', (tx) => tx.rows(among, [org, agents]))
  return new Map(rows.map(({ id, slug, reason }) => [id, { agent: slug, reason }]))
}
