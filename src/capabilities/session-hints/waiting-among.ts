import type { Tx } from '../../platform/postgres.ts'
import { waitingAmong as among } from './session-hints.queries.ts'

/** Of these agents of an organization, those that people have something to say to: how much, and for which session the newest is. */
export async function waitingAmong(tx: Tx, org: string, agents: readonly string[]) {
  const rows = await tx.rows(among, [org, agents])
  return new Map(rows.map(({ agent, ...waiting }) => [agent, waiting]))
}
