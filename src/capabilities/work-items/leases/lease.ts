import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { FullRow } from '../work-items.queries.ts'

export const isLive = (row: FullRow, now: Date): boolean => row.lease_until !== null && new Date(row.lease_until) > now

export const noLease = { lease_holder: null, lease_until: null, lease_agent_id: null, lease_user_id: null } as const

/** How a write came past a lease. */
export type Pass = 'free' | 'held' | 'overridden'

/**
 * While a lease is live, only its holder (by the current fence) or a person may change what the lease protects.
 * Answers whether a person overrode it, which ends it.
 */
export function passLease(ctx: Context, row: FullRow, fence: number | undefined): Pass {
  if (!isLive(row, ctx.clock.now())) return 'free'
  if (fence === row.lease_fence) return 'held'
  if (ctx.principal.credential.kind === 'interactive' && fence === undefined) return 'overridden'
  throw heldBy(row, fence === undefined ? 'Send the fence you got from claim_task' : 'Your fence is an old one: the lease has passed on')
}

export function heldBy(row: FullRow, why: string): Refusal {
  const { lease_holder: holder, lease_until: until } = row
  return new Refusal('lease_held', `${row.key} is held by ${holder} until ${until}. ${why}, or claim another task.`, { holder, until })
}
