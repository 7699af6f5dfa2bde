import type { Context } from '../../kernel/context.ts'
import { setAside } from './set-aside.queries.ts'

/** Disables what was made while the address was unproven; whoever proved it decides about each. */
export async function setAsideMadeBefore(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(setAside, [user, ctx.clock.now()])
}
