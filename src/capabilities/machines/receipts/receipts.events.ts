import { event } from '../../../kernel/events.ts'

interface OfReceipt {
  receipt: { id: string; tunnel_id: string; rank: string; exit_code: number; feature_id: string | null; task_id: string | null }
  /** Project of the feature or task; if null, only the receipt's owner can see it. */
  project_id: string | null
  owner_id: string
}

export const receiptSubmitted = event<OfReceipt>('receipt.submitted', ({ receipt, project_id, owner_id }) =>
  project_id ? { subject_id: receipt.id, project_id } : { subject_id: receipt.id, owner_id },
)
