import { z } from 'zod'
import { contract } from '../../kernel/contract.ts'
import { Agent } from '../agents/agents.contract.ts'
import { AgentRef, Markdown } from '../vocabulary.contract.ts'

const one = { id: 'agent' }

export const stopAgent = contract({
  summary: 'Stop an agent: its writes are refused, its leases are free, its sessions are stopped',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'change',
  input: z.strictObject({ agent: AgentRef, reason: Markdown.min(1).max(500) }),
  output: Agent.extend({ released_leases: z.int(), stopped_sessions: z.int() }),
  http: [{ method: 'POST', path: '/api/agents/:id/stop', params: one }],
})

export const resumeAgent = contract({
  summary: 'Let a stopped agent write again; a person does this',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'change',
  input: z.strictObject({ agent: AgentRef }),
  output: Agent,
  http: [{ method: 'POST', path: '/api/agents/:id/resume', params: one }],
  rehearsal: { after: 'stopAgent', carry: { agent: 'id' } },
})
