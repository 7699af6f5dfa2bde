import type { Context } from '../../kernel/context.ts'
import type { FeatureRow } from './feature-row.ts'
import { conditions, featuresById } from './features.queries.ts'

/** These features in this order, for whoever has already been shown to see them. */
export async function featuresOf(ctx: Context, ids: readonly string[]): Promise<FeatureRow[]> {
  const rows = new Map((await ctx.tx.rows(featuresById, [ctx.org, ids])).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** The linked spec and the linked tasks still open, of each of these. */
export const conditionsOf = (ctx: Context, ids: readonly string[]) => ctx.tx.rows(conditions, [ctx.org, ids])
