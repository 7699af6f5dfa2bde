import type { Context } from '../../kernel/context.ts'
import { noticeValues, type CallOf } from '../agent-notices/notices-due.ts'
import { commentDelivered, commentRead } from './comment-deliveries.events.ts'
import { itemsOfComments, markRead, take } from './comment-deliveries.queries.ts'

const longest = 2_000
/** `caller` knows the call by its first values. */
const ofCaller = 10

interface Taking {
  from: CallOf
  session: string | null
  /** What tells the window from others of the agent, as far as anything does. */
  window: string
  /** Parallel calls say nothing of whether a result has arrived: only one that began after it does. */
  began: Date
}

/** What people said on tasks that this window has to hear, taken once; what it got before has arrived. */
export async function takeComments(ctx: Context, { from, session, window, began }: Taking) {
  const now = ctx.clock.now()
  const read = await ctx.tx.rows(markRead, [ctx.org, from.agent_id, window, now, began])
  for (const { comment_id, ...item } of await ctx.tx.rows(itemsOfComments, [ctx.org, read.map(({ comment_id: id }) => id)])) {
    ctx.emit(commentRead, { comment_id, agent_id: from.agent_id, ...item })
  }
  const taken = await ctx.tx.rows(take, [...noticeValues(ctx.org, from, now).slice(0, ofCaller), session, window])
  return taken.map(({ comment_id, agent_id, item_id, project_id, why, body, ...comment }) => {
    ctx.emit(commentDelivered, { comment_id, agent_id, item_id, project_id })
    const text = body.length > longest ? `${body.slice(0, longest).toWellFormed()}… (get_task gives the rest)` : body
    return {
      kind: why,
      id: comment_id,
      session_id: null,
      task: comment.task,
      author: comment.author,
      body: text,
      created_at: comment.created_at,
    }
  })
}
