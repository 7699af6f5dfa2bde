import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { lockedComment, type CommentRow } from './comments.queries.ts'

/** A comment on this item, locked. */
export async function requireComment(ctx: Context, item: string, id: string): Promise<CommentRow> {
  const comment = await ctx.tx.row(lockedComment, [ctx.org, item, id])
  if (!comment) throw notFound('comment', id, 'List the comments of the item to find it.')
  return comment
}
