import { hash, verify } from '@node-rs/argon2'
import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { countAttempt, forgiveAttempts, requireAttempts } from './attempts.ts'
import { accountByEmail, type AccountRow } from './login.queries.ts'

// Somebody without an account waits as long as somebody with a wrong password.
const decoy = hash('no account has this password')

/** The account that has this password; a wrong one counts, however it was asked. */
export async function checkPassword(ctx: Context, { email, password }: { email: string; password: string }): Promise<AccountRow> {
  const address = ctx.call.address ?? 'unknown'
  await requireAttempts(ctx, 'login_account', email)
  await requireAttempts(ctx, 'login_address', address)
  const account = await ctx.tx.row(accountByEmail, [email])
  const right = await verify(account?.password_hash ?? (await decoy), password)
  if (!account?.password_hash || !right || account.suspended_at) {
    await countAttempt(ctx, 'login_account', email)
    await countAttempt(ctx, 'login_address', address)
    const refusal = new Refusal('unauthenticated', 'E-mail address or password is wrong.')
    refusal.keep = true
    throw refusal
  }
  await forgiveAttempts(ctx, 'login_account', email)
  return account
}
