import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { callerKeys, findInstance, type InstanceRow, isSameInstance, type Keys } from '../../agents/instances/instance.ts'
import { holderOf } from './lease.queries.ts'
import type { FullRow } from '../items/work-items.queries.ts'

export const isLive = (row: Pick<FullRow, 'lease_until'>, now: Date): boolean => row.lease_until !== null && new Date(row.lease_until) > now

export const noLease = {
  lease_holder: null,
  lease_until: null,
  lease_agent_id: null,
  lease_user_id: null,
  lease_instance_id: null,
  fence: null,
} as const

/** How a write got past a lease. */
export type Pass = 'free' | 'held' | 'overridden'

export const isPerson = ({ principal }: Pick<Context, 'principal'>): boolean => principal.credential.kind === 'interactive'

/**
 * While a lease is live, only its holder or a person may change what it protects. A holder is recognized by identity and by fence, both. Returns
 * whether a person overrode the lease, which ends it.
 */
export async function passLease(ctx: Context, row: FullRow, fence: string | undefined, window?: InstanceRow): Promise<Pass> {
  if (isPerson(ctx) && fence === undefined) return isLive(row, ctx.clock.now()) ? 'overridden' : 'free'
  if (!isLive(row, ctx.clock.now())) {
    if (fence === undefined) return 'free'
    throw new Refusal('conflict', `Your lease on ${row.key} has ended. Read the task; if it is still to be done, claim it again.`)
  }
  if (fence !== undefined && fence === row.fence && (await isHolder(ctx, row, undefined, window))) return 'held'
  throw await heldBy(ctx, row)
}

/** Whether the caller is the one who claimed it: the same user and agent, and not known to be another window. */
export async function isHolder(ctx: Context, row: FullRow, keys = callerKeys(ctx), window?: InstanceRow): Promise<boolean> {
  return isOwn(ctx, row) && (await isSameWindow(ctx, row, keys, window)) !== false
}

const isOwn = ({ principal: { user, agent } }: Context, row: FullRow): boolean => row.lease_user_id === user && row.lease_agent_id === agent

/** Undefined if neither the protocol nor the caller identifies the window. */
export async function isSameWindow(
  ctx: Context,
  { lease_instance_id: id }: FullRow,
  keys = callerKeys(ctx),
  window?: InstanceRow,
): Promise<boolean | undefined> {
  const instance = id === null ? undefined : window?.id === id ? window : await findInstance(ctx, id)
  return instance && isSameInstance(instance, keys)
}

/** Whether the caller is certain to be the window that claimed it, even without the fence. */
export async function isProvenHolder(ctx: Context, row: FullRow, keys: Keys): Promise<boolean> {
  return isOwn(ctx, row) && (await isSameWindow(ctx, row, keys)) === true
}

/** Names the holder, so that the caller can ask them or turn to something else. */
export async function heldBy(ctx: Context, row: FullRow): Promise<Refusal> {
  const { lease_holder, lease_until: until, lease_user_id, lease_agent_id } = row
  const named = await ctx.tx.row(holderOf, { org: ctx.org, lease_agent_id, lease_user_id, lease_holder })
  const { agent = null, agent_name = null, user = null, session = null, session_title = null } = named ?? {}
  const who = agent ?? (user ? `@${user}` : 'somebody')
  const where = isOwn(ctx, row) ? ' in another session or window' : ''
  return new Refusal('lease_held', `${row.key} is held by ${who}${where} until ${until}. Choose another task.`, {
    holder: { agent, agent_name, user, session, session_title },
    until,
  })
}
