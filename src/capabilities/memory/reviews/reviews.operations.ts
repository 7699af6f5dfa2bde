import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireOwnMemory } from '../entries/require-memory.ts'
import * as contracts from './memory-reviews.contract.ts'
import { reviewOfPair, reviews, reviewsByIds } from './memory-reviews.queries.ts'
import { openReview, showReview } from './open-review.ts'

export const flagMemory = implement(contracts.flagMemory, async (ctx, { memory: named, others, kind }) => {
  const memory = await requireOwnMemory(ctx, named)
  const { id } = memory
  const reviews: string[] = []
  for (const name of new Set(others)) {
    const other = await requireOwnMemory(ctx, name)
    if (other.id === id) throw new Refusal('invalid', 'A memory neither repeats nor contradicts itself. Name another one.')
    if (other.scope_id !== memory.scope_id)
      throw new Refusal('invalid', 'Only memories of one project, agent or session are reviewed together.')
    const opened =
      (await openReview(ctx, memory, other.id, kind, null)) ?? (await ctx.tx.row(reviewOfPair, { org: ctx.org, id, other: other.id }))?.id
    if (opened) reviews.push(opened)
  }
  ctx.target(id)
  return { items: (await ctx.tx.rows(reviewsByIds, { org: ctx.org, reviews })).map(showReview) }
})

export const listMemoryReviews = implement(contracts.listMemoryReviews, async (ctx, input) => {
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'read')).id
  const [before] = decodeCursor(input.cursor, ['id'] as const) ?? [lastId]
  const rows = await ctx.tx.rows(reviews, {
    org: ctx.org,
    before,
    limit: input.limit + 1,
    resolved: input.resolved,
    project,
    kind: input.kind ?? null,
  })
  const { items, next_cursor } = nextPage(rows, input.limit, ({ id }) => [id])
  return { items: items.map(showReview), next_cursor }
})
