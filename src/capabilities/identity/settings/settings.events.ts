import { event } from '../../../kernel/events.ts'

export const profileUpdated = event<{ user_id: string; handle: string }>('profile.updated', ({ user_id }) => ({
  owner_id: user_id,
  subject_id: user_id,
}))
