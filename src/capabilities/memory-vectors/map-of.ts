import type { Context } from '../../kernel/context.ts'
import { mapState, points } from './memory-vectors.queries.ts'

/** The points of one scope that the caller may see. */
export async function mapOf(ctx: Context, scope: string, limit: number) {
  const [found, state] = await Promise.all([ctx.tx.rows(points, [ctx.org, scope, limit]), ctx.tx.row(mapState, [ctx.org, scope])])
  return { points: found, placed_at: state?.placed_at ?? null, outdated: state?.due ?? false }
}
