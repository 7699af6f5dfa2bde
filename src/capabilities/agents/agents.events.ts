import { event } from '../../kernel/events.ts'
import type { AgentRow } from './agents.queries.ts'

export const agentEnrolled = event<{ agent: AgentRow }>('agent.enrolled', ({ agent }) => ({ subject_id: agent.id }))
