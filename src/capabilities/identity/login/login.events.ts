import { event } from '../../../kernel/events.ts'

/** What happens to a user alone: it stands in the personal organization's log, for its owner's eyes. */
interface OfUser {
  user_id: string
}

const owned = (data: OfUser) => ({ owner_id: data.user_id, subject_id: data.user_id })

export const accountCreated = event<OfUser & { handle: string }>('account.created', owned)
export const loggedIn = event<OfUser & { session_id: string; method: string }>('session.started', owned)
export const steppedUp = event<OfUser & { session_id: string; method: string }>('session.stepped_up', owned)
export const sessionEnded = event<OfUser & { session_id: string; why: string }>('session.ended', owned)
