import type { Context } from '../../../kernel/context.ts'
import * as agentQueries from './agent-leases.queries.ts'
import { tellLeaseReleased } from '../../agent-notices/tell.ts'
import { changeItem } from '../change-item.ts'
import { noLease } from './lease.ts'
import { toTask } from '../require-item.ts'
import { taskReleased } from '../work-items.events.ts'
import { endLease, lockedForSystem } from '../work-items.queries.ts'

/** The leases an agent holds now, of those the caller may see. */
export const leasesOfAgent = (ctx: Context, agent: string) => ctx.tx.rows(agentQueries.leasesOfAgent, [ctx.org, agent, ctx.clock.now()])

export async function openTasksOfAgent(ctx: Context, agent: string): Promise<number> {
  return (await ctx.tx.row(agentQueries.openTasksOfAgent, [ctx.org, agent]))?.count ?? 0
}

/** Ends every lease of an agent that is no more, also where the caller cannot look. Answers how many. */
export async function releaseLeasesOf(ctx: Context, agent: string): Promise<number> {
  return endLeases(ctx, await ctx.tx.rows(agentQueries.leasesToEnd, [ctx.org, agent, ctx.clock.now()]), true)
}

/** Gives every lease of an agent a term to this time, also where the caller cannot look. Answers how many. */
export async function renewLeasesOfAgent(ctx: Context, agent: string, until: Date): Promise<number> {
  const held = await ctx.tx.rows(agentQueries.leasesToEnd, [ctx.org, agent, ctx.clock.now()])
  for (const { id } of held) {
    const row = await ctx.tx.row(lockedForSystem, [ctx.org, id])
    if (!row) continue
    await changeItem(ctx, row, { lease_until: until.toISOString() })
    await ctx.enqueue('expireLease', { task_id: id, fence: row.lease_fence }, { startAfter: until })
  }
  return held.length
}

/** `byOther`: it was not the holder who let go, so the holder is told. */
export async function endLeases(ctx: Context, held: readonly { id: string }[], byOther: boolean): Promise<number> {
  const now = ctx.clock.now()
  for (const { id } of held) {
    const row = await ctx.tx.row(lockedForSystem, [ctx.org, id])
    if (!row) continue
    const status = row.status === 'in_progress' ? 'todo' : row.status
    await ctx.tx.rows(endLease, [ctx.org, id, status, now])
    const item = toTask({ ...row, ...noLease, status, updated_at: now.toISOString(), version: row.version + 1 })
    ctx.emit(taskReleased, { item, why: 'released' })
    if (byOther) await tellLeaseReleased(ctx, row)
  }
  return held.length
}
