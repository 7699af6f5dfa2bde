import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../platform/postgres.ts'
import { isWaiting, waitingAmong } from './comment-deliveries.queries.ts'

/** Whatever window got a comment and has not called for so long is not waited for. */
const stillCalling = 3_600_000

/** Whether an agent has a comment to hear, or has one that it may have read by now. */
export async function commentsWaiting(ctx: Context, agent: string): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - stillCalling)
  return (await ctx.tx.row(isWaiting, [ctx.org, agent, since])) !== undefined
}

/** Of these agents, those that a comment waits for: the newest, and how many. */
export const commentsAmong = (tx: Tx, org: string, agents: readonly string[]) => tx.rows(waitingAmong, [org, agents])
