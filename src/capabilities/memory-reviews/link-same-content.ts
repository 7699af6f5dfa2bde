import type { Context } from '../../kernel/context.ts'
import { sameContent } from './memory-reviews.queries.ts'
import { openReview } from './open-review.ts'

/** The same words again need no model to be seen. */
export async function linkSameContent(
  ctx: Context,
  memory: { id: string; scope_id: string; project_id: string | null; owner_id: string | null },
): Promise<void> {
  const same = await ctx.tx.row(sameContent, [ctx.org, memory.id])
  if (same) await openReview(ctx, memory, same.id, 'duplicate', 1)
}
