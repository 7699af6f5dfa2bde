import { implement } from '../../../kernel/operation.ts'
import { usageOf } from './entitlement.ts'
import * as contracts from './plans.contract.ts'
import * as queries from './plans.queries.ts'

export const getPlan = implement(contracts.getPlan, async (ctx) => {
  const billing_key = ctx.services.config.BILLING_KEY ?? null
  const usage = {
    members: await usageOf(ctx, 'members'),
    projects: await usageOf(ctx, 'projects'),
    attachments_megabytes: await usageOf(ctx, 'attachments_megabytes'),
  }
  if (!billing_key) return { billing: false, billing_key, plan: null, status: null, ends_at: null, usage, plans: [] }
  const [plan, subscription, plans] = await Promise.all([
    ctx.tx.row(queries.planOf, { org: ctx.org, now: ctx.clock.now() }),
    ctx.tx.row(queries.subscriptionOf, { org: ctx.org }),
    ctx.tx.rows(queries.plans, {}),
  ])
  const withOrg = ({ checkout_url, ...one }: queries.PlanRow) => ({
    ...one,
    // Lets the provider's events identify the organization.
    checkout_url: checkout_url && `${checkout_url}?client_reference_id=${ctx.org}`,
  })
  return {
    billing: true,
    billing_key,
    plan: plan ? withOrg(plan) : null,
    status: subscription?.status ?? null,
    ends_at: subscription?.ends_at ?? null,
    usage,
    plans: plans.map(withOrg),
  }
})
