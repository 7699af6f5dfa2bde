import type { Tx } from '../../platform/postgres.ts'
import { stoppedAmong as among } from './agent-control.queries.ts'

/** Of these agents of an organization, those that are stopped, and why: for whoever holds their streams. */
export async function stoppedAmong(tx: Tx, org: string, agents: readonly string[]) {
  const rows = await tx.rows(among, [org, agents])
  return new Map(rows.map(({ id, slug, reason, paused_until }) => [id, { agent: slug, reason, ...(paused_until && { paused_until }) }]))
}
