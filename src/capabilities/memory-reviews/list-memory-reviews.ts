import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './memory-reviews.contract.ts'
import { reviews } from './memory-reviews.queries.ts'
import { showReview } from './show-review.ts'

export const listMemoryReviews = implement(contracts.listMemoryReviews, async (ctx, input) => {
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'read')).id
  const [before] = decodeCursor(input.cursor, ['id'] as const) ?? [lastId]
  const rows = await ctx.tx.rows(reviews, [ctx.org, before, input.limit + 1, input.resolved, project, input.kind ?? null])
  const { items, next_cursor } = nextPage(rows, input.limit, ({ id }) => [id])
  return { items: items.map(showReview), next_cursor }
})
