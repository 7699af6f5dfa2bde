import { implement } from '../../kernel/operation.ts'
import { requireAnyItem } from '../work-items/require-any-item.ts'
import * as contracts from './comments.contract.ts'
import { commentDeleted } from './comments.events.ts'
import { setDeleted } from './comments.queries.ts'
import { namedComment } from './named-comments.ts'
import { requireAuthorOrAdmin, requireComment } from './require-comment.ts'

/** Replies to it stay. */
export const deleteComment = implement(contracts.deleteComment, async (ctx, { item: name, kind, comment: id }) => {
  const item = await requireAnyItem(ctx, name, 'write', kind)
  const before = await requireComment(ctx, item.id, id)
  ctx.target(before.id)
  requireAuthorOrAdmin(ctx, before, 'delete')
  const comment = await ctx.tx.row(setDeleted, [ctx.org, before.id, ctx.clock.now(), ctx.clock.now()])
  if (!comment) throw new Error('the comment was not stored')
  // Whoever follows the log from here on does not get the words once more.
  ctx.emit(commentDeleted, { comment: { ...comment, body: '' }, item })
  return namedComment(ctx, comment)
})
