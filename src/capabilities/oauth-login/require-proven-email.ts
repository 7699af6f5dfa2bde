import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { accountOf } from '../login/open-session.ts'

/** An unproven address claims nothing: an identity connected to it would be a stranger's way back in. */
export async function requireProvenEmail(ctx: Context): Promise<void> {
  const account = await accountOf(ctx, userOf(ctx))
  if (account.email_verified) return
  throw new Refusal('forbidden', 'Verify your e-mail address first; then connect other accounts.', { reason: 'email_unverified' })
}
