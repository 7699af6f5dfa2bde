import type { Context } from '../../kernel/context.ts'
import { removePasskeys } from '../passkeys/passkeys-of.ts'
import * as queries from './second-factor.queries.ts'

/** Takes every passkey, authenticator app, recovery code and half-finished login from an account. */
export async function removeSecondFactors(ctx: Context, user: string): Promise<void> {
  await removePasskeys(ctx, user)
  await ctx.tx.rows(queries.deleteTotp, [user])
  await ctx.tx.rows(queries.deleteRecoveryCodes, [user])
  await ctx.tx.rows(queries.deletePendingLoginsOf, [user])
}
