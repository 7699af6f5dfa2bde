import type { Context } from '../../kernel/context.ts'
import { isWaiting as commentWaiting } from '../comment-deliveries/comment-deliveries.queries.ts'
import { isWaiting } from './session-hints.queries.ts'

/** Whatever window got a comment and has not called for so long is not waited for. */
const stillCalling = 3_600_000

/** Whether people have something to say to an agent that it has not been told yet, or that it may have read by now. */
export async function hintsWaiting(ctx: Context, agent: string): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - stillCalling)
  const [hint, comment] = await Promise.all([ctx.tx.row(isWaiting, [ctx.org, agent]), ctx.tx.row(commentWaiting, [ctx.org, agent, since])])
  return hint !== undefined || comment !== undefined
}
