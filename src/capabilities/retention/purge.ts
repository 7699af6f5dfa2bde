import { implement } from '../../kernel/operation.ts'
import { keptSince } from './kept.ts'
import { purgeAudit } from './purge-audit.ts'
import * as contracts from './retention.contract.ts'
import { purgeBatch } from './retention.queries.ts'

/** Small enough that a batch never comes near the statement timeout. */
const batch = 5_000

/** One batch of one table. While a table has more it goes to the back of the queue: a large one never keeps the others waiting. */
export const purge = implement(contracts.purge, async (ctx, { tables: [table, ...others] }) => {
  if (!table) return { removed: 0, next: null }
  const before = keptSince(table, ctx.services.config, ctx.clock.now())
  const removed =
    table === 'audit' ? await purgeAudit(ctx, before, batch) : ((await ctx.tx.row(purgeBatch, [table, before, batch]))?.removed ?? 0)
  const left = removed > 0 ? [...others, table] : others
  return { removed, next: left.length > 0 ? { tables: left } : null }
})
