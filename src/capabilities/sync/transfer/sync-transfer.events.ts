import { event } from '../../../kernel/events.ts'

/** Data leaving the organization is recorded in its log, not only in the audit trail. */
export const exportStarted = event<{ export: { id: string; attachments: boolean }; user_id: string }>(
  'sync.exported',
  ({ user_id, export: one }) => ({
    owner_id: user_id,
    subject_id: one.id,
  }),
)
/** A batch of an import has been stored. */
export const recordsImported = event<{ stored: number }>('sync.imported', () => ({}))
