import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Plan } from '../../organizations/plans/plans.contract.ts'
import { Markdown, Moment, Name, OrganizationRef, UserId } from '../../vocabulary.contract.ts'

const administrator = { realm: 'instance', permission: 'administrator' } as const
const PlanId = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9_-]*$/, 'must be the id of a plan')
const Most = z.int().min(0).max(1_000_000).nullable()

const AdminPlan = Plan.extend({ provider_price: z.string().nullable(), is_default: z.boolean(), subscriptions: z.int() })
const Subscription = z.object({
  organization: z.object({ id: Id, handle: z.string() }),
  plan: z.string(),
  status: z.enum(['active', 'past_due', 'canceled']),
  source: z.enum(['administrator', 'provider']),
  ends_at: Timestamp.nullable(),
  updated_at: Timestamp,
  version: z.int(),
})

components({ AdminPlan, Subscription })

export const listPlans = contract({
  ...administrator,
  effect: 'read',
  summary: 'The plans of the instance with their limits and how many organizations subscribe to each',
  stale_after: [],
  input: z.strictObject({}),
  output: z.object({ billing: z.boolean(), plans: z.array(AdminPlan) }),
  http: [{ method: 'GET', path: '/api/admin/plans' }],
})

export const updatePlan = contract({
  ...administrator,
  effect: 'change',
  needs_person: true,
  summary: 'Change a plan; a lower limit only refuses new things and removes nothing',
  input: z.strictObject({
    plan: PlanId,
    name: Name.max(60).optional(),
    description: Markdown.max(500).optional(),
    limits: z.strictObject({ members: Most.optional(), projects: Most.optional(), attachments_megabytes: Most.optional() }).optional(),
    price_cents: z.int().min(0).max(100_000_000).optional(),
    currency: z
      .string()
      .regex(/^[a-z]{3}$/, 'must be a currency such as usd')
      .optional(),
    provider_price: z.string().min(1).max(255).nullable().optional(),
    checkout_url: z
      .string()
      .max(1000)
      .regex(/^https:\/\/\S+$/, 'must be an https address')
      .nullable()
      .optional(),
    is_default: z.literal(true).optional(),
  }),
  output: AdminPlan,
  http: [{ method: 'PATCH', path: '/api/admin/plans/:id', params: { id: 'plan' } }],
  rehearsal: { input: { plan: '$plan', provider_price: null } },
})

export const updateSubscription = contract({
  ...administrator,
  effect: 'change',
  needs_person: true,
  summary: 'Give a user’s personal organization, or another one they are in, a plan, permanently or until a given time; null ends it',
  input: z.strictObject({ id: UserId, plan: PlanId.nullable(), until: Moment.optional(), organization: OrganizationRef.optional() }),
  output: Subscription.nullable(),
  http: [{ method: 'POST', path: '/api/admin/users/:id/subscription' }],
  rehearsal: { input: { id: '$member_of_organization', plan: '$plan', organization: '$organization_id' } },
})

/** What a signed webhook says about a subscription; the door has verified the signature. */
export const receiveBillingEvent = contract({
  realm: 'instance',
  permission: 'system',
  effect: 'change',
  summary: 'Take an event of the billing provider: each once, and none that is older than what is known',
  input: z.strictObject({
    event: z.string().min(1).max(255),
    type: z.string().min(1).max(100),
    said_at: z.int().min(0).max(10_000_000_000),
    organization: Id.nullable(),
    subscription: z.string().max(255).nullable(),
    customer: z.string().max(255).nullable(),
    price: z.string().max(255).nullable(),
    plan: PlanId.nullable(),
    status: z.string().max(40).nullable(),
    ends_at: z.int().min(0).max(10_000_000_000).nullable(),
  }),
  output: z.object({ repeated: z.boolean(), changed: z.boolean() }),
})
