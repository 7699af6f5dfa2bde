import type { Context } from '../../../kernel/context.ts'
import { newFence } from '../../../platform/secrets.ts'
import { changeItem } from '../items/change-item.ts'
import { endLeases } from './agent-leases.ts'
import { toTask } from '../items/require-item.ts'
import * as queries from './session-leases.queries.ts'
import { taskClaimed } from '../items/work-items.events.ts'
import { lockedForSystem, type FullRow } from '../items/work-items.queries.ts'

const renewedFor = 30 * 60_000
const worthIt = 60_000
const maxShown = 100

/** The live leases of a session that the caller may see. */
export const leasesOfHolder = (ctx: Context, holder: string) =>
  ctx.tx.rows(queries.leasesOfHolder, { org: ctx.org, holder, now: ctx.clock.now() })

/** Ends every lease of a session that is over. Returns how many. */
export async function releaseLeasesHeldBy(ctx: Context, holder: string, byOther: boolean): Promise<number> {
  return endLeases(ctx, await ctx.tx.rows(queries.leasesHeldBy, { org: ctx.org, holder, now: ctx.clock.now() }), byOther)
}

interface HeldLease {
  task: string
  title: string
  until: string
}

/** A sign of life from a session also renews its leases: none ends within the next half hour. Returns those the caller may see. */
export async function renewLeasesOf(ctx: Context, holder: string): Promise<HeldLease[]> {
  const until = ctx.clock.now().getTime() + renewedFor
  const held = await ctx.tx.rows(queries.rowsHeldBy, { org: ctx.org, holder, now: ctx.clock.now() })
  const renewed: HeldLease[] = []
  for (const { seen, ...row } of held) {
    const isDue = until - new Date(row.lease_until ?? until).getTime() >= worthIt
    const after = isDue ? await changeItem(ctx, row, { lease_until: new Date(until).toISOString() }, 'held', [], 'last') : row
    if (seen) renewed.push({ task: row.key, title: row.title, until: after.lease_until ?? '' })
  }
  return renewed.toSorted((a, b) => Date.parse(b.until) - Date.parse(a.until)).slice(0, maxShown)
}

/** The leases that a session holds, locked. */
export const leasesToPass = (ctx: Context, from: string) =>
  ctx.tx.rows(queries.leasesHeldBy, { org: ctx.org, holder: from, now: ctx.clock.now() })

/** Passes a session's leases to the session that continues it, with new fences, so the old ones no longer work. Returns the rows as they were. */
export async function passLeases(
  ctx: Context,
  held: readonly { id: string }[],
  to: { id: string; instance_id: string | null },
): Promise<FullRow[]> {
  const { user, agent } = ctx.principal
  const passed: FullRow[] = []
  for (const { id } of held) {
    const before = await ctx.tx.row(lockedForSystem, { org: ctx.org, id })
    if (!before?.lease_until) continue
    const holder = { lease_holder: to.id, lease_instance_id: to.instance_id, lease_user_id: user, lease_agent_id: agent }
    const row = { ...before, ...holder, fence: newFence(), lease_fence: before.lease_fence + 1 }
    await ctx.tx.rows(queries.passLease, {
      org: ctx.org,
      id,
      holder: to.id,
      user,
      agent,
      instance: to.instance_id,
      fence: row.fence,
      now: ctx.clock.now(),
    })
    ctx.emit(taskClaimed, { item: toTask({ ...row, updated_at: ctx.clock.now().toISOString(), version: row.version + 1 }) })
    await ctx.enqueue('expireLease', { task_id: id, fence: row.lease_fence }, { startAfter: new Date(before.lease_until) })
    passed.push(before)
  }
  return passed
}

/** What the caller could claim in a project, in the order of claim_task. */
export const readyTasksOf = (ctx: Context, who: { agent: string | null; user: string; project: string }, limit: number) =>
  ctx.tx.rows(queries.readyTasks, { org: ctx.org, agent: who.agent, user: who.user, project: who.project, now: ctx.clock.now(), limit })

export const openTasksOf = (ctx: Context, who: { agent: string | null; user: string; project: string | null }, limit: number) =>
  ctx.tx.rows(queries.openTasks, { org: ctx.org, agent: who.agent, user: who.user, project: who.project, limit })

/** A task, locked, regardless of who may see it: for callers that end a lease together with something else. */
export const lockTask = (ctx: Context, id: string) => ctx.tx.row(lockedForSystem, { org: ctx.org, id })

/** The tasks that these sessions hold now, as far as the caller may see them. */
export const tasksHeldBy = async (ctx: Context, sessions: readonly string[]) =>
  sessions.length > 0 ? ctx.tx.rows(queries.tasksOfHolders, { org: ctx.org, holders: sessions, now: ctx.clock.now() }) : []
