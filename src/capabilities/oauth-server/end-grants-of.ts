import type { Context } from '../../kernel/context.ts'
import { revokeGrantsOf } from './oauth-server.queries.ts'

/** Every OAuth client of this user stops at once. */
export async function endGrantsOf(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(revokeGrantsOf, [user, ctx.clock.now()])
}
