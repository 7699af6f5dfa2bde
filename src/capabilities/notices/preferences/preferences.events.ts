import { event } from '../../../kernel/events.ts'

export const preferencesUpdated = event<{ user_id: string; changed: string[] }>('preferences.updated', ({ user_id }) => ({
  owner_id: user_id,
  subject_id: user_id,
}))
