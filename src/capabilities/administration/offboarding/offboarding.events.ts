import { event } from '../../../kernel/events.ts'

/** Logged in the instance's own log. */
export const userOffboarded = event<{ user_id: string; reason: string; ends: Record<string, number> }>(
  'user.offboarded',
  ({ user_id }) => ({
    subject_id: user_id,
  }),
)
