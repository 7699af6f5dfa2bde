import type { TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { countMegabytes, countMembers, countProjects, type Limits, planOf } from './plans.queries.ts'

type Limited = keyof Limits

/** What an organization may have; null means unlimited. */
interface Entitlement {
  plan: { id: string; name: string } | null
  limits: Record<Limited, number | null>
}

const unlimited: Entitlement = { plan: null, limits: { members: null, projects: null, attachments_megabytes: null } }

/** Single source of what the current organization may have. Without a billing provider, or without plans, everything is unlimited. */
export async function entitlement(ctx: TxContext): Promise<Entitlement> {
  if (!ctx.services.config.BILLING_KEY) return unlimited
  const row = await ctx.tx.row(planOf, { org: ctx.org, now: ctx.clock.now() })
  if (!row) return unlimited
  return { plan: { id: row.id, name: row.name }, limits: { ...unlimited.limits, ...row.limits } }
}

const counted = { members: countMembers, projects: countProjects, attachments_megabytes: countMegabytes }
const words: Record<Limited, { of: string; instead: string }> = {
  members: { of: 'members', instead: 'Remove somebody' },
  projects: { of: 'active projects', instead: 'Archive one' },
  attachments_megabytes: { of: 'MiB of attachments', instead: 'Delete some' },
}

export const usageOf = async (ctx: TxContext, what: Limited): Promise<number> => (await ctx.tx.one(counted[what], { org: ctx.org })).used

/** Refuses what would exceed the plan. What already exists stays, however much it is. */
export async function requireRoom(ctx: TxContext, what: Limited, more = 1): Promise<void> {
  const { plan, limits } = await entitlement(ctx)
  const max = limits[what]
  if (max === null || (await usageOf(ctx, what)) + more <= max) return
  const { of, instead } = words[what]
  throw new Refusal(
    'conflict',
    `The plan of this organization allows ${max} ${of}. ${instead}, or ask an owner to choose another plan under Settings, Plan.`,
    { reason: 'plan_limit', limit: what, max, plan: plan?.id },
  )
}
