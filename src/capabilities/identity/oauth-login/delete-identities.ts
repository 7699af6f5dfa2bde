import type { Context } from '../../../kernel/context.ts'
import * as queries from './oauth-login.queries.ts'

/** Deletes every identity that a user could log in with through a provider, and every OAuth flow under way. */
export async function deleteIdentities(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(queries.deleteIdentitiesOf, { user })
  await ctx.tx.rows(queries.deleteStatesOf, { user })
  await ctx.tx.rows(queries.deleteCodesOf, { user })
}
