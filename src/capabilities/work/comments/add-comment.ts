import { userOf, type Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { together } from '../../../platform/together.ts'
import { callerKeys } from '../../agents/instances/instance.ts'
import { questionAsked } from '../questions/questions.events.ts'
import { noteAsker } from '../questions/questions.queries.ts'
import { deliverComment } from '../comment-deliveries/deliver-comment.ts'
import { followReferences } from '../../links/text-references.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import type { AnyItem } from '../items/require-any-item.ts'
import { commentCreated } from './comments.events.ts'
import { insertComment, insertCommentFromOutside, type CommentRow } from './comments.queries.ts'

interface Words {
  replyTo?: string | null
  /** Makes it a question that offers these answers. */
  choices?: string[] | undefined
  answerBy?: string | undefined
}

/** Stores a comment on an item the caller may write to, and tells the people and agents it is for. */
export async function addComment(
  outer: Context,
  item: AnyItem,
  body: string,
  { replyTo, choices, answerBy }: Words = {},
): Promise<CommentRow> {
  const ctx = together(outer)
  const values = {
    org: ctx.org,
    id: newId(),
    item_id: item.id,
    reply_to: replyTo ?? null,
    choices: choices ?? null,
    answer_by: answerBy ?? null,
    body,
    user: userOf(ctx),
    agent: ctx.principal.agent,
    now: ctx.clock.now(),
  }
  const { id, reply_to } = values
  const [comment, mentions] = await Promise.all([
    ctx.tx.one(insertComment, values),
    mentionedMembers(ctx, body),
    keepWords(ctx, item, { id, body }),
    deliverComment(ctx, { id, body, reply_to }, item),
  ])
  ctx.emit(commentCreated, { comment, item, mentions })
  if (choices) await noteQuestion(ctx, item, comment)
  return comment
}

/** Its record came with the comment; this adds which window asks, and when the time to answer is over. */
async function noteQuestion(ctx: Context, item: AnyItem, { id, answer_by }: CommentRow): Promise<void> {
  ctx.emit(questionAsked, { comment: { id }, item })
  const { client_session, connection } = callerKeys(ctx)
  const window = client_session ?? connection
  if (ctx.principal.agent && window !== null) await ctx.tx.rows(noteAsker, { org: ctx.org, id, window: window.slice(0, 200) })
  if (answer_by) await ctx.enqueue('expireQuestion', { comment_id: id }, { startAfter: new Date(answer_by) })
}

interface Outside {
  body: string
  /** The author's name at the source. */
  author: string
  url: string
}

/** A comment that a stranger wrote elsewhere. It mentions nobody here, and no agent takes it for a person's word. */
export async function addCommentFromOutside(ctx: Context, item: AnyItem, { body, author, url }: Outside): Promise<CommentRow> {
  const values = { org: ctx.org, id: newId(), item_id: item.id, body, user: userOf(ctx), author, url, now: ctx.clock.now() }
  const comment = await ctx.tx.one(insertCommentFromOutside, values)
  await keepWords(ctx, item, comment)
  ctx.emit(commentCreated, { comment, item, mentions: [] })
  return comment
}

/** Keeps references up to date: what a comment mentions lists the item among its backlinks. */
export const keepWords = (
  ctx: Context,
  item: Pick<AnyItem, 'project_id'>,
  { id, body }: Pick<CommentRow, 'id' | 'body'>,
  before = '',
): Promise<void> => followReferences(ctx, { kind: 'comment', id }, item.project_id, before, body)
