import { z } from 'zod'
import { Id, Timestamp, Version, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

const Tokens = z.int().min(1).max(1_000_000_000_000)
const Cost = z.number().min(0.000001).max(1_000_000)

const Budget = z.object({
  daily_tokens: z.int().nullable(),
  monthly_tokens: z.int().nullable(),
  daily_cost: z.number().nullable(),
  monthly_cost: z.number().nullable(),
  /** Usage of this day and month (UTC) by everybody in the organization. */
  used: z.object({ daily_tokens: z.int(), monthly_tokens: z.int(), daily_cost: z.number(), monthly_cost: z.number() }),
  /** The first limit reached: until it is raised or its period ends, no answers are written. */
  reached: z.enum(['daily_tokens', 'monthly_tokens', 'daily_cost', 'monthly_cost']).nullable(),
  updated_by: Id.nullable(),
  updated_at: Timestamp.nullable(),
  version: Version.nullable(),
})

components({ AssistantBudget: Budget })

export const getAssistant = contract({
  summary: 'Which model answers, and the assistant’s budget and usage here',
  realm: 'organization',
  permission: 'assistant:read',
  effect: 'read',
  stale_after: ['assistant.*', 'ai_session.answered'],
  input: z.strictObject({}),
  output: z.object({
    model: z.string().nullable(),
    /** What to configure if there is no model. */
    note: z.string().nullable(),
    budget: Budget,
  }),
  http: [{ method: 'GET', path: '/api/ai' }],
})

export const setAssistantBudget = contract({
  summary: 'Set the assistant’s budget in this organization; when it is reached, the assistant stops',
  realm: 'organization',
  permission: 'assistant:manage',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({
    daily_tokens: Tokens.nullish(),
    monthly_tokens: Tokens.nullish(),
    daily_cost: Cost.nullish(),
    monthly_cost: Cost.nullish(),
    version: Version.optional(),
  }),
  output: Budget,
  http: [{ method: 'PUT', path: '/api/ai/budget' }],
})
