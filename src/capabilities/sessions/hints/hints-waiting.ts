import type { Context } from '../../../kernel/context.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { commentsAmong, commentsWaiting } from '../../work/comment-deliveries/take-comments.ts'
import { waitingAmong as hintsAmong, isWaiting } from './session-hints.queries.ts'

/** Whether an agent has undelivered hints or comments from people. */
export async function hintsWaiting(ctx: Context, agent: string): Promise<boolean> {
  const [hint, comment] = await Promise.all([ctx.tx.row(isWaiting, { org: ctx.org, agent }), commentsWaiting(ctx, agent)])
  return hint !== undefined || comment
}

interface Waiting {
  newest: string
  session: string | null
  count: number
}

/** Which of these agents of an organization have something waiting from people: how much, and which session the newest is for. */
export async function waitingAmong(tx: Tx, org: string, agents: readonly string[]): Promise<Map<string, Waiting>> {
  const [hints, comments] = await Promise.all([tx.rows(hintsAmong, { org, agents }), commentsAmong(tx, org, agents)])
  const waiting = new Map<string, Waiting>(hints.map(({ agent, ...of }) => [agent, of]))
  for (const { agent, newest, count } of comments) {
    const before = waiting.get(agent)
    const latest = before && before.newest > newest ? before : { newest, session: null }
    waiting.set(agent, { ...latest, count: count + (before?.count ?? 0) })
  }
  return waiting
}
