import { userOf, type Context } from '../../../kernel/context.ts'
import type { AnyItem } from '../items/require-any-item.ts'
import { isPerson } from '../leases/lease.ts'
import { lockedQuestion, noteAnswer } from '../questions/questions.queries.ts'
import { commentAnswered } from './comments.events.ts'
import { decide, lockedComment, type CommentRow } from './comments.queries.ts'

/** A person's reply to an open question answers it, unless they asked it themselves. */
export async function answerInWords(ctx: Context, item: AnyItem, reply: CommentRow): Promise<void> {
  const user = userOf(ctx)
  if (!isPerson(ctx) || reply.reply_to === null) return
  const question = await ctx.tx.row(lockedComment, { org: ctx.org, item: item.id, id: reply.reply_to })
  if (!question?.choices || (question.author_id === user && question.author_agent_id === null)) return
  const record = await ctx.tx.row(lockedQuestion, { org: ctx.org, id: question.id })
  if (record?.state !== 'open') return
  const decided = await ctx.tx.one(decide, { org: ctx.org, id: question.id, answer: reply.body, user, now: ctx.clock.now() })
  await ctx.tx.rows(noteAnswer, { org: ctx.org, id: question.id, answer: reply.id })
  ctx.emit(commentAnswered, { comment: decided, item })
}
