import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { keptSince } from './kept.ts'
import * as contracts from './retention.contract.ts'
import { auditDue, auditEnd, purgeBatch, trimAudit } from './retention.queries.ts'

/** Small enough to keep a batch far below the statement timeout. */
const batch = 5_000

/** One batch of one table. A table with rows left goes to the back of the queue, so a large one never holds up the others. */
export const purge = implement(contracts.purge, async (ctx, { tables: [table, ...others] }) => {
  if (!table) return { removed: 0, next: null }
  const before = keptSince(table, ctx.services.config, ctx.clock.now())
  const removed =
    table === 'audit'
      ? await purgeAudit(ctx, before, batch)
      : ((await ctx.tx.row(purgeBatch, { table, before, limit: batch }))?.removed ?? 0)
  const left = removed > 0 ? [...others, table] : others
  return { removed, next: left.length > 0 ? { tables: left } : null }
})

/** Trims the expired start of each audit chain and puts an anchor in its place that only a holder of SECRET_KEY can make. */
async function purgeAudit(ctx: Context, before: Date, max: number): Promise<number> {
  let removed = 0
  for (const { org_id } of await ctx.tx.rows(auditDue, { before })) {
    const end = await ctx.tx.row(auditEnd, { org_id, before, limit: max - removed })
    if (!end) continue
    const seal = ctx.services.auditAnchors.seal({ org_id, ...end })
    removed += (await ctx.tx.row(trimAudit, { org_id, seq: end.seq, hash: end.hash, seal, before }))?.removed ?? 0
    if (removed >= max) break
  }
  return removed
}
