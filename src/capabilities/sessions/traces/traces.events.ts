import { event } from '../../../kernel/events.ts'
import { type Data, place } from '../sessions/sessions.events.ts'

export const sessionTraced = event<Data>('agent_session.traced', place)
