import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { agentsById } from '../../agents/agents/find-agents.ts'
import { peopleById } from '../../organizations/organizations/people.ts'
import { blockedBy, type FullRow, type Status } from '../items/work-items.queries.ts'
import { isPerson, isSameWindow, passLease, type Pass } from './lease.ts'

/** Checks a write of status or assignee against the lease, and refuses status changes that only a person may make. */
export async function passStatus(ctx: Context, row: FullRow, fence: string | undefined, status: Status | undefined): Promise<Pass> {
  if (status === 'complete' && row.status === 'complete' && !isPerson(ctx) && !(await isRepeatedCompletion(ctx, row, fence))) {
    throw await completedAlready(ctx, row)
  }
  if (status === 'complete' && row.status === 'complete') return 'free'
  const pass = await passLease(ctx, row, fence)
  if (status === 'complete' && row.blocked && !isPerson(ctx)) throw await isBlocked(ctx, row)
  return pass
}

/** An answer may get lost: whoever completed a task may repeat the call, which changes nothing. */
export async function isRepeatedCompletion(ctx: Context, row: FullRow, fence: string | undefined): Promise<boolean> {
  const { user, agent } = ctx.principal
  if (row.status !== 'complete' || isPerson(ctx)) return false
  if (row.completed_by !== user || row.completed_by_agent_id !== agent) return false
  // A completion under a lease leaves the fence and the instance behind; without a lease there is no fence to send.
  const isSame = await isSameWindow(ctx, row)
  return (row.fence ?? undefined) === fence ? isSame !== false : fence === undefined && isSame === true
}

async function completedAlready(ctx: Context, row: FullRow): Promise<Refusal> {
  const { completed_by: user, completed_by_agent_id: agent, completed_at } = row
  const [people, agents] = await Promise.all([peopleById(ctx, [user]), agentsById(ctx, [agent])])
  const handle = people.get(user ?? '')?.handle
  const by = agents.get(agent ?? '')?.slug ?? (handle && `@${handle}`)
  const words = `${row.key} is complete already${by ? `: ${by} completed it` : ''}${completed_at ? ` at ${completed_at}` : ''}. Nothing was changed. If you have something to add, comment on it with {updateTask}.`
  return new Refusal('conflict', words, { completed_by: by ?? null, completed_at })
}

async function isBlocked(ctx: Context, row: FullRow): Promise<Refusal> {
  const open = (await ctx.tx.rows(blockedBy, { org: ctx.org, id: row.id })).filter(
    ({ status }) => status !== 'complete' && status !== 'cancelled',
  )
  const keys = open.map(({ key }) => key)
  const which = keys.length > 0 ? `: ${keys.slice(0, 5).join(', ')}` : ''
  const words = `${row.key} is blocked by open tasks${which}. Complete those first, or take them out of blocked_by with {updateTask} if they are no longer in the way.`
  return new Refusal('conflict', words, { blocked_by: keys })
}
