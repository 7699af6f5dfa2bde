import { userOf, type Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireAnyItem, type AnyItem } from '../items/require-any-item.ts'
import { isPerson } from '../leases/lease.ts'
import { lockedQuestion, noteAnswer } from '../questions/questions.queries.ts'
import { addComment } from './add-comment.ts'
import * as contracts from './comments.contract.ts'
import { commentAnswered, commentDeleted, commentReopened, commentResolved, commentRestored } from './comments.events.ts'
import { commentById, decide, lockedComment, lockedDeleted, newest, setDeleted, setResolved, type CommentRow } from './comments.queries.ts'
import { namedComment, namedComments } from './named-comments.ts'
import { requireAuthorOrAdmin, requireComment } from './require-comment.ts'

export const createComment = implement(
  contracts.createComment,
  async (outer, { item: name, kind, body, reply_to: replyTo = null, choices, answer_by: answerBy }) => {
    const ctx = together(outer)
    const item = await requireAnyItem(ctx, name, 'write', kind)
    const above = replyTo === null ? null : await ctx.tx.row(commentById, { org: ctx.org, item: item.id, reply_to: replyTo })
    if (replyTo !== null && !above) throw notFound('comment', replyTo, 'A reply goes to a comment on the same item.')
    const comment = await addComment(ctx, item, body, { replyTo, choices, answerBy })
    if (above?.choices) await answerInWords(ctx, item, comment)
    ctx.target(comment.id)
    return namedComment(ctx, comment)
  },
)

export const listComments = implement(contracts.listComments, async (ctx, { item: name, kind, limit, cursor }) => {
  const item = await requireAnyItem(ctx, name, 'read', kind)
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(newest, { org: ctx.org, item: item.id, before, limit: limit + 1 })
  const page = nextPage(rows, limit, (row) => [row.id])
  return { ...page, items: await namedComments(ctx, page.items) }
})

/** Replies to it stay. */
export const deleteComment = implement(contracts.deleteComment, async (ctx, { item: name, kind, comment: id }) => {
  const item = await requireAnyItem(ctx, name, 'write', kind)
  const before = await requireComment(ctx, item.id, id)
  ctx.target(before.id)
  requireAuthorOrAdmin(ctx, before, 'delete')
  const comment = await ctx.tx.one(setDeleted, { org: ctx.org, id: before.id, deleted_at: ctx.clock.now(), now: ctx.clock.now() })
  // Whoever follows the log must not receive the deleted text once more.
  ctx.emit(commentDeleted, { comment: { ...comment, body: '' }, item })
  return namedComment(ctx, comment)
})

/** The people it mentions have already been notified. */
export const restoreComment = implement(contracts.restoreComment, async (ctx, { item: name, kind, comment: id }) => {
  const item = await requireAnyItem(ctx, name, 'write', kind)
  const before = await ctx.tx.row(lockedDeleted, { org: ctx.org, item: item.id, id })
  if (!before) throw notFound('deleted comment', id, 'Perhaps it was brought back already: list the comments of the item.')
  ctx.target(before.id)
  requireAuthorOrAdmin(ctx, before, 'restore')
  const comment = await ctx.tx.one(setDeleted, { org: ctx.org, id: before.id, deleted_at: null, now: ctx.clock.now() })
  ctx.emit(commentRestored, { comment, item })
  return namedComment(ctx, comment)
})

/** A thread is resolved as a whole, on its first comment. */
export const resolveComment = implement(contracts.resolveComment, async (ctx, { item: name, kind, comment: id, resolved }) => {
  const item = await requireAnyItem(ctx, name, 'write', kind)
  const before = await requireComment(ctx, item.id, id)
  ctx.target(before.id)
  if (before.reply_to !== null) throw new Refusal('conflict', 'This is a reply. Resolve the comment that the thread begins with.')
  if ((before.resolved_at !== null) === resolved) return namedComment(ctx, before)
  const now = ctx.clock.now()
  const values = { resolved_at: resolved ? now : null, user: resolved ? userOf(ctx) : null }
  const comment = await ctx.tx.one(setResolved, { org: ctx.org, id: before.id, ...values, now })
  ctx.emit(resolved ? commentResolved : commentReopened, { comment, item })
  return namedComment(ctx, comment)
})

/** A person's reply to an open question answers it, unless they asked it themselves. */
async function answerInWords(ctx: Context, item: AnyItem, reply: CommentRow): Promise<void> {
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
