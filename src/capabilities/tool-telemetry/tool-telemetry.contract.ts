import { z } from 'zod'
import { Id, Timestamp, contract } from '../../kernel/contract.ts'
import { AgentName, AgentRef, Moment } from '../vocabulary.contract.ts'

const read = { realm: 'organization', permission: 'agent:read', effect: 'read' } as const
const Tool = z.string().min(1).max(64)
const Count = z.int().min(0).max(1_000_000_000)

export const getToolTelemetry = contract({
  ...read,
  summary: 'How agents use the tools: calls, errors, time and tokens returned, by tool',
  input: z.strictObject({ agent: AgentRef.optional(), since: Moment.optional(), until: Moment.optional() }),
  output: z.object({
    since: Timestamp,
    until: Timestamp,
    tools: z.array(
      z.object({
        tool: z.string(),
        calls: z.int(),
        errors: z.int(),
        milliseconds: z.int(),
        /** Estimated from the length of the results. */
        tokens_returned: z.int(),
        agents: z.int(),
      }),
    ),
  }),
  http: [{ method: 'GET', path: '/api/telemetry/tools' }],
})

export const getLastCalls = contract({
  ...read,
  summary: 'The last tool call of each agent, the newest first',
  input: z.strictObject({ agent: AgentRef.optional() }),
  output: z.object({ agents: z.array(AgentName.extend({ status: z.string(), tool: z.string(), ok: z.boolean(), at: Timestamp })) }),
  http: [{ method: 'GET', path: '/api/telemetry/agents' }],
})

export const recordToolCalls = contract({
  summary: 'Add what a node has counted of its tool calls',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  input: z.strictObject({
    items: z
      .array(
        z.strictObject({
          agent_id: Id,
          tool: Tool,
          calls: Count,
          errors: Count,
          milliseconds: Count,
          tokens_returned: Count,
          last_at: Timestamp,
          last_ok: z.boolean(),
        }),
      )
      .min(1)
      .max(10_000),
  }),
  output: z.object({ stored: z.int() }),
})
