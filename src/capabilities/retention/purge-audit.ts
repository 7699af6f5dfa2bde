import type { Context } from '../../kernel/context.ts'
import { auditDue, auditEnd, trimAudit } from './retention.queries.ts'

/** Takes the beginnings off the chains that are due; in its place each has an anchor that only whoever holds SECRET_KEY can make. */
export async function purgeAudit(ctx: Context, before: Date, most: number): Promise<number> {
  let removed = 0
  for (const { org_id } of await ctx.tx.rows(auditDue, [before])) {
    const end = await ctx.tx.row(auditEnd, [org_id, before, most - removed])
    if (!end) continue
    const seal = ctx.services.auditAnchors.seal({ org_id, ...end })
    removed += (await ctx.tx.row(trimAudit, [org_id, end.seq, end.hash, seal, before]))?.removed ?? 0
    if (removed >= most) break
  }
  return removed
}
