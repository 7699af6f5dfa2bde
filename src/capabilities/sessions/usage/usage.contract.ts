import { z } from 'zod'
import { Id, Timestamp, Version, contract } from '../../../kernel/contract.ts'
import { AgentRef, ProjectRef, Day } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Sums = z.object({
  /** Null means nobody reported any, which is not the same as zero. */
  tokens_in: z.int().nullable(),
  tokens_out: z.int().nullable(),
  cost: z.number().nullable(),
  seconds: z.int().nullable(),
  reports: z.int(),
  /** How many reports left these out: if there are any, the sums are lower bounds. */
  reports_without_tokens: z.int(),
  reports_without_cost: z.int(),
})

export const getUsage = contract({
  summary: 'Usage of agents: tokens, cost and time, by day, agent, project or model',
  realm: 'organization',
  permission: 'session:read',
  effect: 'read',
  stale_after: ['agent.*', 'agent_session.*'],
  input: z.strictObject({
    by: z
      .string()
      .max(40)
      .regex(
        /^(day|agent|project|model)(,(day|agent|project|model))*$/,
        'must be some of day, agent, project and model, separated by commas',
      )
      .default('day,agent,project'),
    agent: AgentRef.optional(),
    project: ProjectRef.optional(),
    since: Day.optional(),
    until: Day.optional(),
  }),
  output: z.object({
    since: z.string(),
    until: z.string(),
    items: z.array(
      Sums.extend({
        day: z.string().optional(),
        agent_id: Id.nullish(),
        agent: z.string().nullish(),
        agent_name: z.string().nullish(),
        project_id: Id.nullish(),
        project: z.string().nullish(),
        project_name: z.string().nullish(),
        model: z.string().nullish(),
      }),
    ),
    total: Sums,
    /** There are more groups than one answer holds: ask for fewer days. */
    truncated: z.boolean(),
  }),
  http: [{ method: 'GET', path: '/api/usage' }],
  rehearsal: { after: 'checkpointSession', carry: {} },
})

const Tokens = z.int().min(1).max(1_000_000_000_000)
const Cost = z.number().min(0.000001).max(1_000_000)

const Budget = z.object({
  agent_id: Id,
  daily_tokens: z.int().nullable(),
  monthly_tokens: z.int().nullable(),
  daily_cost: z.number().nullable(),
  monthly_cost: z.number().nullable(),
  /** Usage reported for the current day and month (UTC). */
  used: z.object({ daily_tokens: z.int(), monthly_tokens: z.int(), daily_cost: z.number(), monthly_cost: z.number() }),
  /** The first limit that has been reached. */
  reached: z.string().nullable(),
  updated_by: Id.nullable(),
  updated_at: Timestamp.nullable(),
  version: Version.nullable(),
})

components({ UsageTotals: Sums, UsageBudget: Budget })

export const getAgentBudget = contract({
  summary: 'An agent’s budget and usage',
  realm: 'organization',
  permission: 'agent:read',
  effect: 'read',
  stale_after: ['agent.*', 'agent_session.*'],
  input: z.strictObject({ agent: AgentRef }),
  output: Budget,
  http: [{ method: 'GET', path: '/api/agents/:id/budget', params: { id: 'agent' } }],
})

export const setAgentBudget = contract({
  summary: 'Set an agent’s budget; requires a person. When it is reached, the agent stops',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'change',
  input: z.strictObject({
    agent: AgentRef,
    daily_tokens: Tokens.nullish(),
    monthly_tokens: Tokens.nullish(),
    daily_cost: Cost.nullish(),
    monthly_cost: Cost.nullish(),
    version: Version.optional(),
  }),
  output: Budget,
  http: [{ method: 'PUT', path: '/api/agents/:id/budget', params: { id: 'agent' } }],
})
