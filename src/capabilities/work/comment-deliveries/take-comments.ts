import type { Context } from '../../../kernel/context.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { type CallOf, callValues } from '../../agents/notices/notices-due.ts'
import { commentDelivered, commentRead } from './comment-deliveries.events.ts'
import { isWaiting, itemsOfComments, markRead, take, waitingAmong } from './comment-deliveries.queries.ts'

const longest = 2_000

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
  const read = await ctx.tx.rows(markRead, { org: ctx.org, agent_id: from.agent_id, window, now, began })
  for (const { comment_id, ...item } of await ctx.tx.rows(itemsOfComments, { org: ctx.org, ids: read.map(({ comment_id: id }) => id) })) {
    ctx.emit(commentRead, { comment_id, agent_id: from.agent_id, ...item })
  }
  const taken = await ctx.tx.rows(take, { ...callValues(ctx.org, from, now), session, window })
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

/** Whatever window got a comment and has not called for so long is not waited for. */
const stillCalling = 3_600_000

/** Whether an agent has a comment to hear, or has one that it may have read by now. */
export async function commentsWaiting(ctx: Context, agent: string): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - stillCalling)
  return (await ctx.tx.row(isWaiting, { org: ctx.org, agent, since })) !== undefined
}

/** Of these agents, those that a comment waits for: the newest, and how many. */
export const commentsAmong = (tx: Tx, org: string, agents: readonly string[]) => tx.rows(waitingAmong, { org, agents })
