import { event } from '../../../kernel/events.ts'
import type { AgentRow } from '../../agents/agents/require-agent.ts'

interface Stopped {
  agent: AgentRow
  reason: string
  released_leases: number
  stopped_sessions: string[]
  mentions: string[]
}

const place = ({ agent }: { agent: AgentRow }) => ({ subject_id: agent.id, project_id: agent.project_id })

export const agentStopped = event<Stopped>('agent.stopped', place)
export const agentPaused = event<{ agent: AgentRow; reason: string; kept_leases: number; kept_sessions: string[] }>('agent.paused', place)
export const agentResumed = event<{ agent: AgentRow }>('agent.resumed', place)
