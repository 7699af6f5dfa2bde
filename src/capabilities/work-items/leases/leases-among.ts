import type { Tx } from '../../../platform/postgres.ts'
import { endings, leasesAmong as among } from './agent-leases.queries.ts'

/** The leases these agents of an organization hold now, for whoever holds their streams. */
export const leasesAmong = (tx: Tx, org: string, agents: readonly string[], now: Date) => tx.rows(among, [org, agents, now])

/** Why the last lease of each of these tasks ended. */
export async function leaseEndings(tx: Tx, org: string, tasks: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows(endings, [org, tasks])
  return new Map(rows.map(({ id, why }) => [id, why]))
}
