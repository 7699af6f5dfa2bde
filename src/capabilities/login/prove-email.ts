import type { Context } from '../../kernel/context.ts'
import * as queries from './login.queries.ts'
import type { AccountRow } from './login.queries.ts'

/**
 * Somebody has proven that the address is theirs. An account that stood there unproven may be a stranger's trap: all its
 * credentials and sessions go first.
 */
export async function proveEmail(ctx: Context, account: AccountRow): Promise<AccountRow> {
  if (account.email_verified) return account
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.removePassword, [account.id, now])
  await ctx.tx.rows(queries.endSessionsOf, [account.id, now, 'email_proven'])
  await ctx.tx.rows(queries.revokeTokensOf, [account.id, now])
  return { ...account, email_verified: true, password_hash: null }
}
