import type { Context, OutsideContext } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { comparePassword } from '../../platform/passwords.ts'
import { countAttempt, forgiveAttempts, requireAttempts } from './attempts.ts'
import { accountByEmail, type AccountRow } from './login.queries.ts'

interface Credentials {
  email: string
  password: string
}

/** What a password was compared with, and whether it was right. */
export interface Compared {
  hash: string | null
  right: boolean
}

/** Before the transaction: compares the password, unless there were too many tries already. */
export function compareForLogin(ctx: OutsideContext, { email, password }: Credentials): Promise<Compared> {
  return comparePassword(password, () =>
    ctx.transaction('read', async (inside) => {
      await requireAttempts(inside, 'login_account', email)
      await requireAttempts(inside, 'login_address', ctx.call.address ?? 'unknown')
      return (await inside.tx.row(accountByEmail, [email]))?.password_hash ?? null
    }),
  )
}

/**
 * The account that has this password; a wrong one counts, however it was asked. Tries are counted one after another here, so of many
 * parallel guesses no more than the limit learn whether they were right.
 */
export async function checkPassword(ctx: Context, { email }: Credentials, { hash, right }: Compared): Promise<AccountRow> {
  const address = ctx.call.address ?? 'unknown'
  await requireAttempts(ctx, 'login_account', email)
  await requireAttempts(ctx, 'login_address', address)
  const account = await ctx.tx.row(accountByEmail, [email])
  if (!account || !right || account.password_hash !== hash || account.suspended_at) {
    await countAttempt(ctx, 'login_account', email)
    await countAttempt(ctx, 'login_address', address)
    const refusal = new Refusal('unauthenticated', 'E-mail address or password is wrong.')
    refusal.keep = true
    throw refusal
  }
  await forgiveAttempts(ctx, 'login_account', email)
  return account
}
