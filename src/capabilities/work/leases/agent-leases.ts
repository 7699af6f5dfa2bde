import type { Context } from '../../../kernel/context.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { tellLeaseReleased } from '../../agents/notices/tell.ts'
import { changeItem } from '../items/change-item.ts'
import { toTask } from '../items/require-item.ts'
import { taskReleased } from '../items/work-items.events.ts'
import { endLease, lockedForSystem } from '../items/work-items.queries.ts'
import * as agentQueries from './agent-leases.queries.ts'
import { leasesAmong as among, endings } from './agent-leases.queries.ts'
import { noLease } from './lease.ts'

/** The live leases of an agent that the caller may see. */
export const leasesOfAgent = (ctx: Context, agent: string) =>
  ctx.tx.rows(agentQueries.leasesOfAgent, { org: ctx.org, agent, now: ctx.clock.now() })

export async function openTasksOfAgent(ctx: Context, agent: string): Promise<number> {
  return (await ctx.tx.row(agentQueries.openTasksOfAgent, { org: ctx.org, agent }))?.count ?? 0
}

/** Ends every lease of an agent that is no longer active, also where the caller can't look. Returns how many. */
export async function releaseLeasesOf(ctx: Context, agent: string): Promise<number> {
  return endLeases(ctx, await ctx.tx.rows(agentQueries.leasesToEnd, { org: ctx.org, agent, now: ctx.clock.now() }), true)
}

/** Extends every lease of an agent to this time, also where the caller can't look. Returns how many. */
export async function renewLeasesOfAgent(ctx: Context, agent: string, until: Date): Promise<number> {
  const held = await ctx.tx.rows(agentQueries.leasesToEnd, { org: ctx.org, agent, now: ctx.clock.now() })
  for (const { id } of held) {
    const row = await ctx.tx.row(lockedForSystem, { org: ctx.org, id })
    if (!row) continue
    await changeItem(ctx, row, { lease_until: until.toISOString() })
    await ctx.enqueue('expireLease', { task_id: id, fence: row.lease_fence }, { startAfter: until })
  }
  return held.length
}

/** `byOther`: somebody other than the holder ended it, so the holder is notified. */
export async function endLeases(ctx: Context, held: readonly { id: string }[], byOther: boolean): Promise<number> {
  const now = ctx.clock.now()
  for (const { id } of held) {
    const row = await ctx.tx.row(lockedForSystem, { org: ctx.org, id })
    if (!row) continue
    const status = row.status === 'in_progress' ? 'todo' : row.status
    await ctx.tx.rows(endLease, { org: ctx.org, id, status, now })
    const item = toTask({ ...row, ...noLease, status, updated_at: now.toISOString(), version: row.version + 1 })
    ctx.emit(taskReleased, { item, why: 'released' })
    if (byOther) await tellLeaseReleased(ctx, row)
  }
  return held.length
}

/** The live leases of these agents of an organization, for the holder of their streams. */
export const leasesAmong = (tx: Tx, org: string, agents: readonly string[], now: Date) => tx.rows(among, { org, agents, now })

/** Why the last lease of each of these tasks ended. */
export async function leaseEndings(tx: Tx, org: string, tasks: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows(endings, { org, tasks })
  return new Map(rows.map(({ id, why }) => [id, why]))
}
