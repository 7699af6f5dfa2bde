import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { SessionRef, AgentName, AgentRef, Moment } from '../../vocabulary.contract.ts'

const read = { realm: 'organization', permission: 'agent:read', effect: 'read' } as const
const Tool = z.string().min(1).max(64)
const Count = z.int().min(0).max(1_000_000_000)

export const getToolTelemetry = contract({
  ...read,
  summary: 'How agents use the tools: calls, errors, time and tokens returned, by tool',
  stale_after: ['tool_calls.recorded'],
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
  stale_after: ['agent.*', 'tool_calls.recorded'],
  input: z.strictObject({ agent: AgentRef.optional() }),
  output: z.object({
    agents: z.array(
      AgentName.extend({ status: z.string(), tool: z.string(), ok: z.boolean(), at: Timestamp, subject: z.string().nullable() }),
    ),
  }),
  http: [{ method: 'GET', path: '/api/telemetry/agents' }],
})

/** Why a search returned something to an agent. */
const Why = { text: z.array(z.string().max(1000)).max(50), meaning: z.number().nullable() }

export const listSessionCalls = contract({
  realm: 'organization',
  permission: 'session:read',
  effect: 'read',
  summary: 'The tool calls of an agent session, newest first, as far back as they are kept',
  stale_after: ['agent_session.*', 'tool_calls.recorded'],
  input: z.strictObject({ session: SessionRef, limit: z.int().min(1).max(500).default(200) }),
  output: z.object({
    calls: z.array(
      z.object({
        id: Id,
        tool: z.string(),
        ok: z.boolean(),
        /** Why it was refused. */
        error: z.string().nullable(),
        milliseconds: z.int(),
        /** Estimated from the length of the result. */
        tokens_returned: z.int(),
        at: Timestamp,
        /** The memories it was given, as far as the reader may see them. */
        recalled: z.array(z.object({ id: Id, content: z.string(), pinned: z.boolean(), ...Why })),
      }),
    ),
    /** Whether there are earlier ones. */
    truncated: z.boolean(),
  }),
  http: [{ method: 'GET', path: '/api/sessions/:id/calls', params: { id: 'session' } }],
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
          /** What the last call was about: a key, slug or id. */
          last_subject: z.string().max(64).nullable().default(null),
        }),
      )
      .min(1)
      .max(10_000),
    /** Individual calls, the latest ones. */
    calls: z
      .array(
        z.strictObject({
          id: Id,
          agent_id: Id,
          session_id: Id.nullable(),
          tool: Tool,
          ok: z.boolean(),
          milliseconds: Count,
          tokens_returned: Count,
          error: z.string().max(500).nullable().default(null),
          recalled: z.array(z.strictObject({ id: Id, ...Why })).max(50),
          at: Timestamp,
        }),
      )
      .max(10_000)
      .default([]),
  }),
  /** `agents`: those whose last call changed, with their project and owner. */
  output: z.object({ stored: z.int(), agents: z.array(z.object({ id: Id, project_id: Id.nullable(), owner_id: Id })) }),
})
