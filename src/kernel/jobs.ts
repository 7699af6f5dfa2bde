import type { PgBoss } from 'pg-boss'
import type { Tx } from '../platform/postgres.ts'

export interface Jobs {
  /** Inserts the job with the write's own transaction: both are there, or neither. */
  enqueue(tx: Tx, operation: string, data: { org_id: string }, startAfter?: Date): Promise<void>
}

export function jobsThrough(boss: PgBoss): Jobs {
  return {
    async enqueue(tx, operation, data, startAfter) {
      await boss.send(operation, data, { ...(startAfter && { startAfter }), db: tx })
    },
  }
}
