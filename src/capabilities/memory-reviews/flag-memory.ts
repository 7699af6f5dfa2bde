import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireOwnMemory } from '../memory/require-memory.ts'
import * as contracts from './memory-reviews.contract.ts'
import { reviewOfPair, reviewsByIds } from './memory-reviews.queries.ts'
import { openReview } from './open-review.ts'
import { showReview } from './show-review.ts'

export const flagMemory = implement(contracts.flagMemory, async (ctx, { memory: id, others, kind }) => {
  const memory = await requireOwnMemory(ctx, id)
  const reviews: string[] = []
  for (const name of new Set(others)) {
    const other = await requireOwnMemory(ctx, name)
    if (other.id === id) throw new Refusal('invalid', 'A memory neither repeats nor contradicts itself. Name another one.')
    if (other.scope_id !== memory.scope_id)
      throw new Refusal('invalid', 'Only memories of one project, agent or session are reviewed together.')
    const opened = (await openReview(ctx, memory, other.id, kind, null)) ?? (await ctx.tx.row(reviewOfPair, [ctx.org, id, other.id]))?.id
    if (opened) reviews.push(opened)
  }
  ctx.target(id)
  return { items: (await ctx.tx.rows(reviewsByIds, [ctx.org, reviews])).map(showReview) }
})
