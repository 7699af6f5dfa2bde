import type { Context } from '../../kernel/context.ts'
import { newId } from '../../platform/ids.ts'
import { reviewOpened } from './memory-reviews.events.ts'
import { insertReview } from './memory-reviews.queries.ts'

interface Placed {
  id: string
  scope_id: string
  project_id: string | null
  owner_id: string | null
}

/** Links two memories of one scope for somebody to look at; a pair that was linked before stays as it is. */
export async function openReview(
  ctx: Context,
  memory: Placed,
  other: string,
  kind: 'duplicate' | 'contradiction',
  similarity: number | null,
): Promise<string | null> {
  const now = ctx.clock.now()
  const row = await ctx.tx.row(insertReview, [ctx.org, newId(), memory.scope_id, memory.id, other, kind, similarity, now])
  if (!row) return null
  const { project_id, owner_id } = memory
  ctx.emit(reviewOpened, { review: { id: row.id, kind, memory_id: memory.id, other_id: other, resolution: null, project_id, owner_id } })
  return row.id
}
