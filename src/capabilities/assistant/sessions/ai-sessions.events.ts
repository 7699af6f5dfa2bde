import { event } from '../../../kernel/events.ts'
import type { AiSessionRow } from './ai-sessions.queries.ts'

interface Data {
  ai_session: AiSessionRow
}

// Visible only to the owner of the conversation.
const place = ({ ai_session }: Data) => ({ owner_id: ai_session.user_id, subject_id: ai_session.id })

export const aiSessionCreated = event<Data>('ai_session.created', place)
export const aiSessionRenamed = event<Data>('ai_session.renamed', place)
export const aiSessionDeleted = event<Data>('ai_session.deleted', place)
export const aiSessionAsked = event<Data>('ai_session.asked', place)
export const aiSessionAnswered = event<Data>('ai_session.answered', place)
