import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireAnyItem } from '../work-items/require-any-item.ts'
import * as contracts from './comments.contract.ts'
import { commentRestored } from './comments.events.ts'
import { lockedDeleted, setDeleted } from './comments.queries.ts'
import { namedComment } from './named-comments.ts'
import { requireAuthorOrAdmin } from './require-comment.ts'

/** Whom it names has been told already. */
export const restoreComment = implement(contracts.restoreComment, async (ctx, { item: name, kind, comment: id }) => {
  const item = await requireAnyItem(ctx, name, 'write', kind)
  const before = await ctx.tx.row(lockedDeleted, [ctx.org, item.id, id])
  if (!before) throw notFound('deleted comment', id, 'Perhaps it was brought back already: list the comments of the item.')
  ctx.target(before.id)
  requireAuthorOrAdmin(ctx, before, 'restore')
  const comment = await ctx.tx.row(setDeleted, [ctx.org, before.id, null, ctx.clock.now()])
  if (!comment) throw new Error('the comment was not stored')
  ctx.emit(commentRestored, { comment, item })
  return namedComment(ctx, comment)
})
