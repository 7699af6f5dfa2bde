import type { Context } from '../../kernel/context.ts'
import { endGrantsOf } from '../oauth-server/end-grants-of.ts'
import { forgetApprovals } from '../device-login/forget-approvals.ts'
import * as queries from './login.queries.ts'

/** Every session, key, token and OAuth client of a user stops at once; what they log in with stays. */
export async function endCredentials(ctx: Context, user: string, why: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.endSessionsOf, [user, now, why])
  await ctx.tx.rows(queries.revokeTokensOf, [user, now])
  await forgetApprovals(ctx, user)
  await endGrantsOf(ctx, user)
}
