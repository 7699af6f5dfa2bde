import type { Context } from '../../kernel/context.ts'
import { accountById, type AccountRow } from './login.queries.ts'

/** The account, unless it is deleted or suspended. */
export async function activeAccount(ctx: Context, user: string): Promise<AccountRow | undefined> {
  const account = await ctx.tx.row(accountById, [user])
  return account?.suspended_at ? undefined : account
}
