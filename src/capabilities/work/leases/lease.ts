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

/** What is known of the caller's window, and the window that holds the task if it was read along with it. */
export interface Windows {
  keys?: Keys
  holding?: InstanceRow | undefined
}

/**
 * While a lease is live, only its holder or a person may change what it protects. A holder is recognized by identity and by fence or, if it is certain to
 * be the window that claimed it, without one. Returns whether a person overrode the lease, which ends it.
 */
export async function passLease(ctx: Context, row: FullRow, fence: string | undefined, windows?: Windows): Promise<Pass> {
  if (isPerson(ctx) && fence === undefined) return isLive(row, ctx.clock.now()) ? 'overridden' : 'free'
  if (!isLive(row, ctx.clock.now())) {
    if (fence === undefined) return 'free'
    throw new Refusal('conflict', `Your lease on ${row.key} has ended. Read the task; if it is still to be done, claim it again.`)
  }
  await requireHolder(ctx, row, fence, windows)
  return 'held'
}

/** A fence that is sent must be the right one, whoever sends it: a wrong one belongs to a lease that was lost. */
export async function requireHolder(ctx: Context, row: FullRow, fence: string | undefined, windows?: Windows): Promise<void> {
  const isSame = isOwn(ctx, row) ? await isSameWindow(ctx, row, windows) : false
  const passes = fence === undefined ? isSame === true : fence === row.fence && isSame !== false
  if (!passes) throw await heldBy(ctx, row, windows)
}

/** Whether the caller may be the one who claimed it: the same user and agent, and not known to be another window. */
export const isHolder = async (ctx: Context, row: FullRow, keys: Keys): Promise<boolean> =>
  isOwn(ctx, row) && (await isSameWindow(ctx, row, { keys })) !== false

const isOwn = ({ principal: { user, agent } }: Context, row: FullRow): boolean => row.lease_user_id === user && row.lease_agent_id === agent

const windowOf = async (ctx: Context, id: string | null, holding?: InstanceRow): Promise<InstanceRow | undefined> =>
  id === null ? undefined : holding?.id === id ? holding : findInstance(ctx, id)

/** Undefined if neither the protocol nor the caller identifies the window. */
export async function isSameWindow(
  ctx: Context,
  { lease_instance_id }: FullRow,
  { keys = callerKeys(ctx), holding }: Windows = {},
): Promise<boolean | undefined> {
  const instance = await windowOf(ctx, lease_instance_id, holding)
  return instance && isSameInstance(instance, keys)
}

/** Whether the caller is certain to be the window that claimed it, even without the fence. */
export async function isProvenHolder(ctx: Context, row: FullRow, keys: Keys): Promise<boolean> {
  return isOwn(ctx, row) && (await isSameWindow(ctx, row, { keys })) === true
}

/** Names the holder, so that the caller can ask them or turn to something else; whoever may be the holder is told how to show it. */
export async function heldBy(ctx: Context, row: FullRow, windows?: Windows): Promise<Refusal> {
  const { lease_holder, lease_until: until, lease_user_id, lease_agent_id, lease_instance_id } = row
  const named = await ctx.tx.row(holderOf, { org: ctx.org, lease_agent_id, lease_user_id, lease_holder })
  const { agent = null, agent_name = null, user = null, session = null, session_title = null } = named ?? {}
  const who = agent ?? (user ? `@${user}` : 'somebody')
  const held = (where: string, next: string) =>
    new Refusal('lease_held', `${row.key} is held by ${who}${where} until ${until}. ${next}`, {
      holder: { agent, agent_name, user, session, session_title },
      until,
    })
  if (!isOwn(ctx, row)) return held('', 'Choose another task.')
  const isSame = await isSameWindow(ctx, row, windows)
  if (isSame === false) return held(' in another session or window', 'Choose another task.')
  if (isSame) return held(' in this window', 'The fence is an old one: repeat the call without it.')
  const instance = await windowOf(ctx, lease_instance_id, windows?.holding)
  const proof = session ? 'your session' : instance?.client_session ? 'your client_session' : null
  const again = proof
    ? `; if you no longer have it, {claimTask} with this task and ${proof} gives it to you`
    : '; without it, wait until then or ask a person to release the task'
  return held(' in one of your windows', `If this is your lease, send its fence${again}. If not, leave the task to its holder.`)
}
