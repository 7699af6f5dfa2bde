import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { Agent } from '../../agents/agents/agents.contract.ts'
import { AgentRef, Markdown } from '../../vocabulary.contract.ts'

const one = { id: 'agent' }

export const stopAgent = contract({
  summary: 'Stop an agent: its writes are refused, its leases are released, its sessions are stopped',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'change',
  input: z.strictObject({ agent: AgentRef, reason: Markdown.min(1).max(500) }),
  output: Agent.extend({ released_leases: z.int(), stopped_sessions: z.int() }),
  http: [{ method: 'POST', path: '/api/agents/:id/stop', params: one }],
})

export const pauseAgent = contract({
  summary: 'Pause an agent for up to 24 hours: its writes are refused, its sessions and leases are kept',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'change',
  input: z.strictObject({ agent: AgentRef, reason: Markdown.min(1).max(500) }),
  output: Agent.extend({ kept_leases: z.int(), kept_sessions: z.int() }),
  http: [{ method: 'POST', path: '/api/agents/:id/pause', params: one }],
})

export const endPause = contract({
  summary: 'Stop an agent whose pause has lasted too long',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ agent_id: Id }),
  output: z.object({ stopped: z.boolean() }),
})

export const resumeAgent = contract({
  summary: 'Let a stopped or paused agent write again; requires a person. After a pause, it keeps its sessions and leases',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'change',
  input: z.strictObject({ agent: AgentRef }),
  output: Agent,
  http: [{ method: 'POST', path: '/api/agents/:id/resume', params: one }],
  rehearsal: { after: 'stopAgent', carry: { agent: 'id' } },
})
