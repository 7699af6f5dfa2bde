import { implement } from '../../../kernel/operation.ts'
import { tellLeaseExpired } from '../../agents/notices/tell.ts'
import { noLease } from './lease.ts'
import { toTask } from '../items/require-item.ts'
import * as contracts from '../items/work-items.contract.ts'
import { taskReleased } from '../items/work-items.events.ts'
import * as queries from '../items/work-items.queries.ts'

/** Runs when a lease is due to expire: a renewed one is checked again later, and one that has been passed on is ignored. */
export const expireLease = implement(contracts.expireLease, async (ctx, { task_id, fence }) => {
  const now = ctx.clock.now()
  const row = await ctx.tx.row(queries.lockedForSystem, { org: ctx.org, id: task_id })
  if (!row?.lease_until || row.lease_fence !== fence) return { expired: false }
  if (new Date(row.lease_until) > now) {
    await ctx.enqueue('expireLease', { task_id, fence }, { startAfter: new Date(row.lease_until) })
    return { expired: false }
  }
  const status = row.status === 'in_progress' ? 'todo' : row.status
  await ctx.tx.rows(queries.endLease, { org: ctx.org, id: task_id, status, now })
  const item = toTask({ ...row, ...noLease, status, updated_at: now.toISOString(), version: row.version + 1 })
  ctx.emit(taskReleased, { item, why: 'expired' })
  await tellLeaseExpired(ctx, row, null)
  ctx.target(task_id)
  return { expired: true }
})
