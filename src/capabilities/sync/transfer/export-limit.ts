import type { TxContext } from '../../../kernel/context.ts'
import { exportBefore } from './transfer.queries.ts'

const hour = 60 * 60_000

/** When the caller may export again; null means now. */
export async function nextExportAt(ctx: TxContext): Promise<Date | null> {
  const counted = await ctx.tx.row(exportBefore, { org: ctx.org, others: ctx.services.config.EXPORTS_PER_HOUR - 1 })
  const next = counted && new Date(Date.parse(counted.created_at) + hour)
  return next && next > ctx.clock.now() ? next : null
}
