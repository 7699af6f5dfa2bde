import type { Context } from '../../kernel/context.ts'
import { commentsWaiting } from '../comment-deliveries/comments-waiting.ts'
import { isWaiting } from './session-hints.queries.ts'

/** Whether people have something to say to an agent that it has not been told yet. */
export async function hintsWaiting(ctx: Context, agent: string): Promise<boolean> {
  const [hint, comment] = await Promise.all([ctx.tx.row(isWaiting, [ctx.org, agent]), commentsWaiting(ctx, agent)])
  return hint !== undefined || comment
}
