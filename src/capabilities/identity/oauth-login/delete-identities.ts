import type { Context } from '../../../kernel/context.ts'
import * as queries from './oauth-login.queries.ts'

/** Everything a user could come in with through a provider, and every such journey under way. */
export async function deleteIdentities(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(queries.deleteIdentitiesOf, { user })
  await ctx.tx.rows(queries.deleteStatesOf, { user })
  await ctx.tx.rows(queries.deleteCodesOf, { user })
}
