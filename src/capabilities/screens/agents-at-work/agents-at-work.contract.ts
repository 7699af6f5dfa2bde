import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { AgentName, AgentRef, PersonName } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'
import { questionEvents } from '../../work/questions/questions.contract.ts'

/** A feature and the gate it is at, for those who work on it. */
const Gate = z.object({
  feature_id: Id,
  ref: z.string(),
  title: z.string(),
  gate: z.string(),
  passed: z.int(),
  of: z.int(),
  /** When the feature last changed. */
  since: Timestamp,
})

/** What an agent asked and nobody has answered yet. */
const Asking = z.object({
  count: z.int(),
  /** The newest of its questions: the comment that asks, and where. */
  comment_id: Id,
  key: z.string(),
  title: z.string(),
  since: Timestamp,
})

const AtWork = AgentName.extend({
  owner: PersonName.nullable(),
  status: z.enum(['running', 'waiting', 'blocked', 'over_budget', 'idle', 'paused', 'stopped']),
  /** Why it has this status, in words for people. */
  reason: z.string(),
  since: Timestamp.nullable(),
  /** It belongs to the sample project, which is left out of all figures. */
  sample: z.boolean(),
  /** True for its owner and for admins. */
  may_control: z.boolean(),
  task: z
    .object({ key: z.string(), title: z.string(), project: z.string(), lease_from: Timestamp.nullable(), lease_until: Timestamp })
    .nullable(),
  gate: Gate.nullable(),
  /** A feature of this agent that a person must approve. */
  waits_for: Gate.nullable(),
  /** Its open questions. It may go on working meanwhile; if it doesn't, its status is waiting. */
  asks: Asking.nullable(),
  session: z.object({ id: Id, title: z.string(), status: z.string(), started_at: Timestamp, progress: z.string().nullable() }).nullable(),
  last_call: z.object({ tool: z.string(), ok: z.boolean(), at: Timestamp }).nullable(),
  /** Number of distinct files named in the checkpoints of its newest session; null without checkpoints. */
  files: z.int().nullable(),
  spend: z.object({
    /** For today (UTC). Null means nobody reported any, which is not the same as zero. */
    cost: z.number().nullable(),
    reports: z.int(),
    reports_without_cost: z.int(),
    daily_budget: z.number().nullable(),
  }),
})

components({ AgentAtWork: AtWork, CurrentGate: Gate, OpenQuestions: Asking })

const job = { permission: 'system', effect: 'change', job: true, input: z.strictObject({}) } as const

export const lookForStuckAgents = contract({
  ...job,
  summary: 'Ask every organization where an agent may be stuck to look',
  realm: 'identity',
  output: z.object({ organizations: z.int() }),
})

export const noticeStuckAgents = contract({
  ...job,
  summary: 'Note which agents became stuck, once each, and which work again',
  realm: 'organization',
  output: z.object({ stuck: z.int(), recovered: z.int() }),
})

export const listAgentsAtWork = contract({
  summary: 'Every agent: its state and why, what it holds, its last call and what it used today',
  realm: 'organization',
  permission: 'agent:read',
  effect: 'read',
  stale_after: ['agent.*', 'agent_session.*', 'task.*', 'feature.*', 'tool_calls.recorded', ...questionEvents],
  input: z.strictObject({
    agent: AgentRef.optional(),
    /** Only these agents, if they exist: for clients that have read all and hear that some have changed. */
    among: z.array(Id).min(1).max(100).optional(),
  }),
  output: z.object({
    /** Agents that need a person first, then by last call. */
    items: z.array(AtWork),
    /** Tool calls per minute for the last 30 minutes, the current one last. */
    calls: z.array(z.int()),
    at: Timestamp,
  }),
  http: [{ method: 'GET', path: '/api/agents-at-work' }],
})
