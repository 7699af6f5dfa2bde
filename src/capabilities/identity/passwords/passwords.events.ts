import { event } from '../../../kernel/events.ts'

interface OfUser {
  user_id: string
}

const owned = (data: OfUser) => ({ owner_id: data.user_id, subject_id: data.user_id })

export const passwordChanged = event<OfUser>('password.changed', owned)
export const passwordResetOffered = event<OfUser>('password.reset_offered', owned)
