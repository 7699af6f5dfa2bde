import type { Tx } from '../platform/postgres.ts'

export interface JobOptions {
  startAfter?: Date
  /** For jobs that send something which is lost if they give up: retried for over an hour, and soon after the receiver is back. */
  patient?: true
}

/** The input of every operation by name. Declared by the registry, so that nothing is enqueued under an unknown name or with the wrong input. */
export interface OperationInputs {}

export interface Jobs {
  /** Inserts the job in the write's own transaction: both commit, or neither. */
  enqueue(tx: Tx, operation: string, data: { org_id: string }, options?: JobOptions): Promise<void>
}
