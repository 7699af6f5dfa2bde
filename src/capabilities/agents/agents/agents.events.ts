import { event } from '../../../kernel/events.ts'
import type { AgentRow } from './agents.queries.ts'

const place = ({ agent }: { agent: AgentRow }) => ({ subject_id: agent.id, project_id: agent.project_id })

type Enrolled = Pick<AgentRow, 'id' | 'slug' | 'name' | 'owner_id'>

export const agentEnrolled = event<{ agent: Enrolled }>('agent.enrolled', ({ agent }) => ({ subject_id: agent.id }))
export const agentCreated = event<{ agent: AgentRow }>('agent.created', place)
export const agentUpdated = event<{ agent: AgentRow; changed: string[] }>('agent.updated', place)
export const agentDeleted = event<{ agent: AgentRow; archive_memory: boolean }>('agent.deleted', place)
export const agentRestored = event<{ agent: AgentRow }>('agent.restored', place)
