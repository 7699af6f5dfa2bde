import type { Context } from '../../../kernel/context.ts'
import { endLeases } from './agent-leases.ts'
import { toTask } from '../require-item.ts'
import * as queries from './session-leases.queries.ts'
import { taskClaimed } from '../work-items.events.ts'
import { lockedForSystem } from '../work-items.queries.ts'

/** The live leases of a session, of those the caller may see. */
export const leasesOfHolder = (ctx: Context, holder: string) => ctx.tx.rows(queries.leasesOfHolder, [ctx.org, holder, ctx.clock.now()])

/** Ends every lease of a session that is over. Answers how many. */
export async function releaseLeasesHeldBy(ctx: Context, holder: string): Promise<number> {
  return endLeases(ctx, await ctx.tx.rows(queries.leasesHeldBy, [ctx.org, holder, ctx.clock.now()]))
}

/** What a session held goes to the one that goes on with it. */
export async function passLeases(ctx: Context, from: string, to: string): Promise<void> {
  const { user, agent } = ctx.principal
  const passed = await ctx.tx.rows(queries.passLeases, [ctx.org, from, to, user, agent, ctx.clock.now()])
  for (const { id } of passed) {
    const row = await ctx.tx.row(lockedForSystem, [ctx.org, id])
    if (!row?.lease_until) continue
    ctx.emit(taskClaimed, { item: toTask(row) })
    await ctx.enqueue('expireLease', { task_id: id, fence: row.lease_fence }, { startAfter: new Date(row.lease_until) })
  }
}

export const openTasksOf = (ctx: Context, who: { agent: string | null; user: string; project: string | null }, limit: number) =>
  ctx.tx.rows(queries.openTasks, [ctx.org, who.agent, who.user, who.project, limit])
