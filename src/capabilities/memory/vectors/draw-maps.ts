import type { Context } from '../../../kernel/context.ts'
import { markMapsDue } from './memory-vectors.queries.ts'

export const mapAfter = 10_000

/** The maps of scopes with new vectors are drawn a little later, once for all that arrives until then. */
export async function drawMaps(ctx: Context, scopes: readonly string[]): Promise<void> {
  const due = await ctx.tx.rows(markMapsDue, { org: ctx.org, scope_ids: [...new Set(scopes)].toSorted() })
  if (due.length > 0) await ctx.enqueue('placeMemories', {}, { startAfter: new Date(ctx.clock.now().getTime() + mapAfter) })
}
