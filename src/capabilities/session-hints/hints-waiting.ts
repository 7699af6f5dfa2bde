import type { Context } from '../../kernel/context.ts'
import { isWaiting } from './session-hints.queries.ts'

/** Whether people have something to say to an agent that it has not been told yet. */
export const hintsWaiting = async (ctx: Context, agent: string): Promise<boolean> =>
  (await ctx.tx.row(isWaiting, [ctx.org, agent])) !== undefined
