import type { Config } from '../../../platform/config.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { keptSince, type Retained } from './kept.ts'
import * as queries from './retention.queries.ts'

/** The age of the oldest row of each table, and by how long it has outlived its retention, in seconds. */
export async function oldestRows(tx: Tx, config: Config, now: Date): Promise<{ table: string; age: number; overdue: number }[]> {
  const rows = await tx.rows(queries.oldestRows, {})
  return rows.map(({ name, at }) => {
    const since = at === null ? now.getTime() : Math.min(Date.parse(at), now.getTime())
    const overdue = keptSince(name as Retained, config, now).getTime() - since
    return { table: name, age: (now.getTime() - since) / 1000, overdue: Math.max(0, overdue) / 1000 }
  })
}
