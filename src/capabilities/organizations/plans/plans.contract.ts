import { z } from 'zod'
import { Timestamp, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

const Most = z.int().nullable()
const PlanLimits = z.object({ members: Most.optional(), projects: Most.optional(), attachments_megabytes: Most.optional() })

export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Null or missing means unlimited. Agents are never counted. */
  limits: PlanLimits,
  price_cents: z.int(),
  currency: z.string(),
  /** The provider's checkout page for it. */
  checkout_url: z.string().nullable(),
})

components({ Plan, PlanLimits })

export const getPlan = contract({
  summary: 'The plan of the current organization, what it allows and what is used; without billing, everything is free',
  realm: 'organization',
  permission: 'organization:read',
  effect: 'read',
  stale_after: ['subscription.*', 'member.*', 'project.*'],
  input: z.strictObject({}),
  output: z.object({
    billing: z.boolean(),
    /** The provider's publishable key. */
    billing_key: z.string().nullable(),
    plan: Plan.nullable(),
    status: z.enum(['active', 'past_due', 'canceled']).nullable(),
    ends_at: Timestamp.nullable(),
    usage: z.object({ members: z.int(), projects: z.int(), attachments_megabytes: z.int() }),
    plans: z.array(Plan),
  }),
  http: [{ method: 'GET', path: '/api/organization/plan' }],
})
