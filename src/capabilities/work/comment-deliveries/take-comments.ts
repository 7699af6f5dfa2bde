import type { Context } from '../../../kernel/context.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { type CallOf, callValues } from '../../agents/notices/notices-due.ts'
import { commentDelivered, commentRead } from './comment-deliveries.events.ts'
import { isWaiting, itemsOfComments, markRead, take, waitingAmong } from './comment-deliveries.queries.ts'

const longest = 2_000

/** A comment that its window hasn't fetched for this long goes out with any call of the agent. */
export const anyoneAfter = 2 * 60_000

interface Taking {
  from: CallOf
  session: string | null
  /** Tells the window apart from others of the same agent, as far as anything does. */
  window: string
  /** The call took up a session of the agent. */
  resumes: boolean
  /** Parallel calls don't prove that a result has arrived; only a call that began afterwards does. */
  began: Date
}

/** Takes the comments that people addressed to this window, each once, and marks what it got before as read. */
export async function takeComments(ctx: Context, { from, session, window, resumes, began }: Taking) {
  const now = ctx.clock.now()
  const read = await ctx.tx.rows(markRead, { org: ctx.org, agent_id: from.agent_id, window, now, began })
  for (const { comment_id, ...item } of await ctx.tx.rows(itemsOfComments, { org: ctx.org, ids: read.map(({ comment_id: id }) => id) })) {
    ctx.emit(commentRead, { comment_id, agent_id: from.agent_id, ...item })
  }
  const windows = [from.client_session, from.connection].filter((one) => one !== undefined)
  const overdue = new Date(now.getTime() - anyoneAfter)
  const taken = await ctx.tx.rows(take, { ...callValues(ctx.org, from, now), session, window, windows, resumes, overdue })
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

/** A window that received a comment and hasn't called for this long is no longer waited for. */
const stillCalling = 3_600_000

/** Whether an agent has a comment to receive, or has received one that may count as read by now. */
export async function commentsWaiting(ctx: Context, agent: string): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - stillCalling)
  return (await ctx.tx.row(isWaiting, { org: ctx.org, agent, since })) !== undefined
}

/** Which of these agents have comments waiting: the newest, and how many. */
export const commentsAmong = (tx: Tx, org: string, agents: readonly string[]) => tx.rows(waitingAmong, { org, agents })
