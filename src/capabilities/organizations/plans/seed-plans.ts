import type { Context } from '../../../kernel/context.ts'
import { insertPlan, type Limits } from './plans.queries.ts'

export type { PlanRow } from './plans.queries.ts'

interface DefaultPlan {
  id: string
  name: string
  description: string
  limits: Limits
  price_cents: number
}

/** The plans of a new instance; its administrators can change them. */
const defaults: readonly DefaultPlan[] = [
  {
    id: 'free',
    name: 'Free',
    description: 'For trying Baton out and for small teams.',
    limits: { members: 5, projects: 10, attachments_megabytes: 500 },
    price_cents: 0,
  },
  {
    id: 'team',
    name: 'Team',
    description: 'For teams that work with agents every day.',
    limits: { members: 50, projects: null, attachments_megabytes: 10_240 },
    price_cents: 800,
  },
  { id: 'business', name: 'Business', description: 'Without limits.', limits: {}, price_cents: 1600 },
]

/** Stores the default plans that are missing, and returns their ids. */
export async function missingPlans(ctx: Context): Promise<string[]> {
  const added: string[] = []
  for (const [position, { limits, ...plan }] of defaults.entries()) {
    const values = { ...plan, limits: JSON.stringify(limits), position, is_default: position === 0, now: ctx.clock.now() }
    if (await ctx.tx.row(insertPlan, values)) added.push(plan.id)
  }
  return added
}
