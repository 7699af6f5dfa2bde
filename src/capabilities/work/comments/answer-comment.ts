import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAnyItem } from '../items/require-any-item.ts'
import { isPerson } from '../leases/lease.ts'
import { lockedQuestion, noteAnswer } from '../questions/questions.queries.ts'
import { addComment } from './add-comment.ts'
import * as contracts from './comments.contract.ts'
import { commentAnswered } from './comments.events.ts'
import { decide } from './comments.queries.ts'
import { namedComment } from './named-comments.ts'
import { requireComment } from './require-comment.ts'

/** Only one answer counts, whoever else picks at the same moment. It is posted as a reply, which is delivered to the agent that asked. */
export const answerComment = implement(contracts.answerComment, async (ctx, { item: name, kind, comment: id, choice }) => {
  if (!isPerson(ctx)) throw new Refusal('needs_person', 'Only a person who has logged in can answer a question; others can comment.')
  const item = await requireAnyItem(ctx, name, 'write', kind)
  const question = await requireComment(ctx, item.id, id)
  ctx.target(question.id)
  const { choices, answer, answer_by } = question
  if (!choices) throw new Refusal('conflict', 'This comment offers no choices. Reply to it: {createComment}.')
  if (!choices.includes(choice)) throw new Refusal('invalid', 'Pick one of the choices of the question.', { choices })
  if (answer !== null)
    throw new Refusal('conflict', 'This question was already answered. Comment if the answer should be different.', { answer })
  const now = ctx.clock.now()
  if (answer_by && new Date(answer_by) <= now)
    throw new Refusal('conflict', 'The time to answer this question is over. Comment instead: {createComment}.')
  const record = await ctx.tx.row(lockedQuestion, { org: ctx.org, id: question.id })
  if (record?.state === 'withdrawn') throw new Refusal('conflict', 'This question was withdrawn. Comment instead: {createComment}.')
  if (record?.state === 'expired')
    throw new Refusal('conflict', 'Its task has ended, and with it this question. Comment instead: {createComment}.')
  const decided = await ctx.tx.one(decide, { org: ctx.org, id: question.id, answer: choice, user: userOf(ctx), now })
  const reply = await addComment(ctx, item, choice, { replyTo: question.id })
  await ctx.tx.rows(noteAnswer, { org: ctx.org, id: question.id, answer: reply.id })
  ctx.emit(commentAnswered, { comment: decided, item })
  return namedComment(ctx, decided)
})
