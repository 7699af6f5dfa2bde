import { type Context, system } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { BillingFailure, readSubscription } from '../../../platform/billing.ts'
import { requireNamed } from '../announcements/announcements.operations.ts'
import { requireUser } from '../require-user.ts'
import * as contracts from './billing.contract.ts'
import { planUpdated, subscriptionUpdated } from './billing.events.ts'
import * as queries from './billing.queries.ts'

export const listPlans = implement(contracts.listPlans, async (ctx) => ({
  billing: ctx.services.config.BILLING_KEY !== undefined,
  plans: await ctx.tx.rows(queries.plans, {}),
}))

async function requirePlan(ctx: Context, id: string): Promise<queries.AdminPlanRow> {
  const plan = await ctx.tx.row(queries.planById, { id })
  if (!plan) throw notFound('plan', id, 'List them with {listPlans}; {seedSettings} stores the default ones.')
  return plan
}

export const updatePlan = implement(contracts.updatePlan, async (ctx, { plan: id, ...input }) => {
  const before = await requirePlan(ctx, id)
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const { subscriptions: _, ...next } = { ...before, ...given, limits: { ...before.limits, ...input.limits } }
  if (input.is_default) await ctx.tx.rows(queries.clearDefault, { id })
  await ctx.tx.rows(queries.updatePlan, { ...next, limits: JSON.stringify(next.limits), now: ctx.clock.now() })
  ctx.emit(planUpdated, { plan: id, before: { ...before }, after: { ...next } })
  return requirePlan(ctx, id)
})

export const updateSubscription = implement(contracts.updateSubscription, async (ctx, { id: user, plan: name, until, organization }) => {
  await requireUser(ctx, user)
  const org = organization === undefined ? (await ctx.tx.one(queries.personalOf, { user })).id : await requireNamed(ctx, organization)
  if (!(await ctx.tx.row(queries.isMember, { org, user }))) throw new Refusal('conflict', 'This user is not in that organization.')
  const now = ctx.clock.now()
  const ends = until === undefined ? null : new Date(until)
  if (ends && !(ends > now)) throw new Refusal('invalid', '`until` must be in the future. Leave it out for no end.')
  if (name === null) await ctx.tx.rows(queries.cancel, { org, now })
  else await ctx.tx.rows(queries.give, { org, plan: (await requirePlan(ctx, name)).id, until: ends, now })
  ctx.enter({ ...ctx.principal, organization: { id: org, role: 'owner' } }, org)
  ctx.emit(subscriptionUpdated, { plan: name, status: name === null ? 'canceled' : 'active', source: 'administrator' })
  ctx.target(org)
  return (await ctx.tx.row(queries.subscriptionOf, { org })) ?? null
})

const statusOf = (status: string | null): 'active' | 'past_due' | 'canceled' =>
  status === 'past_due' || status === 'unpaid' ? 'past_due' : status === 'active' || status === 'trialing' ? 'active' : 'canceled'

/** With a secret key, an event is only a trigger: what counts is the state read back from the provider. */
export const receiveBillingEvent = implement(contracts.receiveBillingEvent, {
  prepare: async ({ services: { config } }, { subscription }) =>
    subscription && config.BILLING_SECRET_KEY
      ? readSubscription({ api: config.BILLING_API_URL, key: config.BILLING_SECRET_KEY }, subscription).catch((error: unknown) => {
          // The provider sends an event again that it got no 2xx for.
          if (error instanceof BillingFailure) throw new Refusal('unavailable', `Send this event again: ${error.message}.`)
          throw error
        })
      : null,
  async handle(ctx, input, again) {
    const now = ctx.clock.now()
    if (!(await ctx.tx.row(queries.takeEvent, { id: input.event, type: input.type, now }))) return { repeated: true, changed: false }
    const said = { ...input, ...again, organization: input.organization ?? again?.organization ?? null }
    if (!said.subscription) return { repeated: false, changed: false }
    const org = await ctx.tx.row(queries.orgOfSubscription, { subscription: said.subscription, organization: said.organization })
    const plan = await ctx.tx.row(queries.planOfPrice, { price: said.price, plan: said.plan })
    if (!org || !plan) return { repeated: false, changed: false }
    const status = statusOf(said.status)
    const changed = await ctx.tx.row(queries.recordSubscription, {
      org: org.id,
      plan: plan.id,
      status,
      // A subscription set to end stays active until it has ended; the provider sends an event then.
      ends_at: null,
      customer: said.customer,
      subscription: said.subscription,
      // State just read from the provider is newer than the event that triggered the read.
      said_at: again ? now : new Date(said.said_at * 1000),
      now,
    })
    if (changed) {
      ctx.enter(system(org.id), org.id)
      ctx.emit(subscriptionUpdated, { plan: plan.id, status, source: 'provider' })
      ctx.target(org.id)
    }
    return { repeated: false, changed: changed !== undefined }
  },
})
