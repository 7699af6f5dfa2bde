import { event } from '../../../kernel/events.ts'

interface OfUser {
  user_id: string
}

const owned = (data: OfUser) => ({ owner_id: data.user_id, subject_id: data.user_id })

export const passwordReset = event<OfUser>('password.reset', owned)
export const emailVerified = event<OfUser>('email.verified', owned)
export const emailChanged = event<OfUser>('email.changed', owned)
