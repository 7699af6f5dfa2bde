import { userOf, type Context } from '../../kernel/context.ts'
import { newId } from '../../platform/ids.ts'
import { deliverComment } from '../comment-deliveries/deliver-comment.ts'
import { mentionedMembers } from '../organizations/mentioned-members.ts'
import type { AnyItem } from '../work-items/require-any-item.ts'
import { commentCreated } from './comments.events.ts'
import { insertComment, type CommentRow } from './comments.queries.ts'

/** Stores a comment on an item the caller may write to, and tells the people and agents it is for. */
export async function addComment(ctx: Context, item: AnyItem, body: string, replyTo: string | null = null): Promise<CommentRow> {
  const values = [ctx.org, newId(), item.id, replyTo, body, userOf(ctx), ctx.principal.agent, ctx.clock.now()]
  const comment = await ctx.tx.row(insertComment, values)
  if (!comment) throw new Error('the comment was not stored')
  await deliverComment(ctx, comment, item)
  ctx.emit(commentCreated, { comment, item, mentions: await mentionedMembers(ctx, body) })
  return comment
}
