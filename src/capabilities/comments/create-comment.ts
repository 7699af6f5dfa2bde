import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireAnyItem } from '../work-items/require-any-item.ts'
import { addComment } from './add-comment.ts'
import * as contracts from './comments.contract.ts'
import { commentById } from './comments.queries.ts'
import { namedComment } from './named-comments.ts'

export const createComment = implement(contracts.createComment, async (ctx, { item: name, kind, body, reply_to = null }) => {
  const item = await requireAnyItem(ctx, name, 'write', kind)
  if (reply_to !== null && !(await ctx.tx.row(commentById, [ctx.org, item.id, reply_to]))) {
    throw notFound('comment', reply_to, 'A reply goes to a comment on the same item.')
  }
  const comment = await addComment(ctx, item, body, reply_to)
  ctx.target(comment.id)
  return namedComment(ctx, comment)
})
