import type { Context, OutsideContext, TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { comparePassword } from '../../../platform/passwords.ts'
import { suspended } from './accounts.ts'
import { countAttempt, forgiveAttempts, requireAttempts } from './attempts.ts'
import { knownDevice } from '../../mail/known-device.ts'
import { accountByEmail, type AccountRow } from './login.queries.ts'

interface Credentials {
  email: string
  password: string
}

/** The hash that a password was compared with, and whether it matched. */
export interface Compared {
  hash: string | null
  right: boolean
}

/** Before the transaction: compares the password, unless there have been too many attempts. */
export function compareForLogin(ctx: OutsideContext, { email, password }: Credentials): Promise<Compared> {
  return comparePassword(password, () =>
    ctx.transaction('read', async (inside) => {
      for (const [kind, name] of await countersOf(inside, email)) await requireAttempts(inside, kind, name)
      return (await inside.tx.row(accountByEmail, { email }))?.password_hash ?? null
    }),
  )
}

/**
 * The account with this password; a wrong one counts as an attempt, however it was sent. Attempts are counted one after another here, so of
 * many parallel guesses no more than the limit learn whether they were right.
 */
export async function checkPassword(ctx: Context, { email }: Credentials, { hash, right }: Compared): Promise<AccountRow> {
  const counters = await countersOf(ctx, email)
  for (const [kind, name] of counters) await requireAttempts(ctx, kind, name)
  const account = await ctx.tx.row(accountByEmail, { email })
  // Only someone who knows the password is told that the account is suspended; nobody else learns that it exists.
  if (account?.suspended_at && right && account.password_hash === hash) throw suspended(account)
  if (!account || !right || account.password_hash !== hash) {
    for (const [kind, name] of counters) await countAttempt(ctx, kind, name)
    throw new Refusal('unauthenticated', 'Email address or password is wrong.').committing()
  }
  const [[kind, name]] = counters
  await forgiveAttempts(ctx, kind, name)
  return account
}

type Counter = [kind: 'login_account' | 'login_address' | 'login_device', name: string]

/** A known device has a counter of its own, so that nobody can lock its owner out. */
async function countersOf(ctx: TxContext, email: string): Promise<[Counter, ...Counter[]]> {
  const device = await knownDevice(ctx, email)
  if (device) return [['login_device', device]]
  return [
    ['login_account', email],
    ['login_address', ctx.call.address ?? 'unknown'],
  ]
}
