import type { Context } from '../../../kernel/context.ts'
import { digest } from '../../../platform/secrets.ts'
import { activeAccount } from '../login/accounts.ts'
import { takeResetLink as take } from './passwords.queries.ts'

type Account = NonNullable<Awaited<ReturnType<typeof activeAccount>>>

/** The account that an administrator created this link for, once. The link wasn't mailed, so it doesn't prove the address. */
export async function takeResetLink(ctx: Context, secret: string): Promise<Account | null> {
  const link = await ctx.tx.row(take, { hash: digest(secret), now: ctx.clock.now() })
  return (link && (await activeAccount(ctx, link.user_id))) ?? null
}
