import type { Context } from '../../kernel/context.ts'
import { accountWithEmail } from '../login/account-with-email.ts'
import { proveEmail } from '../login/prove-email.ts'

type Account = Awaited<ReturnType<typeof proveEmail>>

/** The account of an address that the caller has just shown to read, theirs alone from now on. */
export async function provenAccount(ctx: Context, email: string): Promise<Account | null> {
  const account = await accountWithEmail(ctx, email)
  if (!account || account.suspended_at) return null
  return proveEmail(ctx, account)
}
