import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/postgres.ts'
import { oldestRows } from '../retention/oldest-rows.ts'
import { instanceFigures, queueFigures, storageFigures } from './figures.queries.ts'

export interface Figures {
  queues: { name: string; ready: number; oldest: number }[]
  /** By name and label, such as `reader_lag` of `webhooks`. */
  instance: { name: string; label: string; value: number }[]
  retention: { table: string; age: number; overdue: number }[]
}

/** Metrics of the whole instance for its operator; every query is bounded, however much has piled up. */
export function readFigures(database: Database, config: Config, now: Date, queues: readonly string[]): Promise<Figures> {
  return database.withRealm('instance', { org: null, user: null }, 'read', async (tx) => ({
    queues: await tx.rows(queueFigures, { queues }),
    instance: [...(await tx.rows(instanceFigures, {})), ...(await tx.rows(storageFigures, {}))],
    retention: await oldestRows(tx, config, now),
  }))
}
