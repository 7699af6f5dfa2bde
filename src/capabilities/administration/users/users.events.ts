import { event } from '../../../kernel/events.ts'

/** Logged in the instance's own log: who looked at what, and why. */
export const noteRead = event<{ user_id: string; note_id: string; reason: string }>('user.note_read', ({ note_id }) => ({
  subject_id: note_id,
}))
