import type { Tx } from '../platform/postgres.ts'

export interface JobOptions {
  startAfter?: Date
  /** Sends something that is gone for good if it is given up: tried for over an hour, and soon after the receiver is back. */
  patient?: true
}

/** The input of every operation by name. The registry declares it, so that nothing is enqueued under an unknown name or with the wrong input. */
export interface OperationInputs {}

export interface Jobs {
  /** Inserts the job with the write's own transaction: both are there, or neither. */
  enqueue(tx: Tx, operation: string, data: { org_id: string }, options?: JobOptions): Promise<void>
}
