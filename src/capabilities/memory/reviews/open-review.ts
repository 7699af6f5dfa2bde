import type { Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { reviewOpened } from './memory-reviews.events.ts'
import { insertReview, type ReviewRow, sameContent } from './memory-reviews.queries.ts'

interface Placed {
  id: string
  scope_id: string
  project_id: string | null
  owner_id: string | null
}

/** Opens a review of two memories of one scope; a pair that already has one stays as it is. */
export async function openReview(
  ctx: Context,
  memory: Placed,
  other: string,
  kind: 'duplicate' | 'contradiction',
  similarity: number | null,
): Promise<string | null> {
  const now = ctx.clock.now()
  const row = await ctx.tx.row(insertReview, {
    org: ctx.org,
    id: newId(),
    scope_id: memory.scope_id,
    memory: memory.id,
    other,
    kind,
    similarity,
    now,
  })
  if (!row) return null
  const { project_id, owner_id } = memory
  ctx.emit(reviewOpened, { review: { id: row.id, kind, memory_id: memory.id, other_id: other, resolution: null, project_id, owner_id } })
  return row.id
}

/** Another memory of the scope with the same words, which can be detected without a model. */
export async function contentKnown(
  ctx: Context,
  { id, scope_id, content }: { id: string; scope_id: string; content: string },
): Promise<string | undefined> {
  return (await ctx.tx.row(sameContent, { org: ctx.org, id, scope_id, content }))?.id
}

export function showReview({ project_id: _, owner_id: __, project_archived_at: ___, ...review }: ReviewRow) {
  return review
}
