import { event } from '../../../kernel/events.ts'
import type { SessionRow } from '../../agents/sessions/session-sql.ts'

export interface Data {
  agent_session: SessionRow & { title: string }
}

export const place = ({ agent_session: { id, project_id, owner_id } }: Data) => ({
  subject_id: id,
  project_id,
  owner_id: project_id ? null : owner_id,
})

export const sessionStarted = event<Data>('agent_session.started', place)
export const sessionCheckpointed = event<Data & { progress: string; checkpoint: number }>('agent_session.checkpointed', place)
export const sessionResumed = event<Data>('agent_session.resumed', place)
export const sessionEnded = event<Data & { released_leases: number }>('agent_session.ended', place)
export const sessionStopped = event<Data>('agent_session.stopped', place)
export const sessionLost = event<Data>('agent_session.lost', place)
