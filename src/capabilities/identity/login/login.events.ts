import { event } from '../../../kernel/events.ts'

/** Events that concern only a user: logged in their personal organization and visible only to them. */
interface OfUser {
  user_id: string
}

const owned = (data: OfUser) => ({ owner_id: data.user_id, subject_id: data.user_id })

export const accountCreated = event<OfUser & { handle: string }>('account.created', owned)
export const loggedIn = event<OfUser & { session_id: string; method: string }>('session.started', owned)
export const steppedUp = event<OfUser & { session_id: string; method: string }>('session.stepped_up', owned)
export const sessionEnded = event<OfUser & { session_id: string; why: string }>('session.ended', owned)
