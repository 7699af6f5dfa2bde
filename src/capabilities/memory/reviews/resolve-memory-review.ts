import { userOf } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireOwnMemory } from '../entries/require-memory.ts'
import { requireCurrent, supersedeWith } from '../entries/supersede-memory.ts'
import * as contracts from './memory-reviews.contract.ts'
import { reviewResolved } from './memory-reviews.events.ts'
import { lockedReview, reviewById, setResolution } from './memory-reviews.queries.ts'
import { showReview } from './open-review.ts'

/** Nothing is merged: the memory that is not kept is superseded by the other one and stays in its history. */
export const resolveMemoryReview = implement(contracts.resolveMemoryReview, async (ctx, { review: id, resolution, version }) => {
  const before = await ctx.tx.row(lockedReview, { org: ctx.org, id })
  if (!before) throw notFound('memory review', id, '{listMemoryReviews} lists those that are open.')
  if (version !== undefined && version !== before.version) {
    throw new Refusal('stale_version', `Someone resolved this review in the meantime; it is at version ${before.version}. Read it again.`)
  }
  ctx.target(id)
  if (before.resolution === resolution) return showReview(before)
  if (before.resolution) throw new Refusal('conflict', `This review was settled already: ${before.resolution}.`)
  const newer = await requireOwnMemory(ctx, before.newer.id)
  const older = await requireOwnMemory(ctx, before.older.id)
  if (resolution !== 'keep_both') {
    await requireCurrent(ctx, newer)
    await requireCurrent(ctx, older)
    const [kept, gone] = resolution === 'keep_newer' ? [newer, older] : [older, newer]
    await supersedeWith(ctx, gone, kept.id)
  }
  await ctx.tx.rows(setResolution, { org: ctx.org, id, resolution, user: userOf(ctx), now: ctx.clock.now() })
  const { kind, project_id, owner_id } = before
  ctx.emit(reviewResolved, { review: { id, kind, memory_id: newer.id, other_id: older.id, resolution, project_id, owner_id } })
  const after = await ctx.tx.row(reviewById, { org: ctx.org, id })
  return showReview(after ?? before)
})
