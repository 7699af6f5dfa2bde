import type { Context } from '../../kernel/context.ts'
import { adopt } from './session-hints.queries.ts'

/** What waits in a session goes to the agent that works in it, or in the session that goes on with it. */
export async function adoptHints(ctx: Context, from: string, to: string, agent: string | null): Promise<void> {
  await ctx.tx.rows(adopt, [ctx.org, from, to, agent])
}
