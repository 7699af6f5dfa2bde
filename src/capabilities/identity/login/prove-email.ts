import type { Context } from '../../../kernel/context.ts'
import { removeSecondFactors } from '../second-factor/second-factors-of.ts'
import { deleteIdentities } from '../oauth-login/delete-identities.ts'
import { clearPersonalOrganization } from '../../organizations/organizations/require-organization.ts'
import { setAsideMadeBefore } from '../set-aside/set-aside.operations.ts'
import { endCredentials } from './accounts.ts'
import * as queries from './login.queries.ts'
import type { AccountRow } from './login.queries.ts'

/**
 * Somebody has proven that the address is theirs. An account that used it unproven may be a stranger's trap: all its credentials and
 * sessions are removed first, and what it created is disabled until its owner has reviewed it.
 */
export async function proveEmail(ctx: Context, account: AccountRow): Promise<AccountRow> {
  if (account.email_verified) return account
  await setAsideMadeBefore(ctx, account.id)
  await clearPersonalOrganization(ctx, account.id)
  await ctx.tx.rows(queries.removePassword, { user: account.id, now: ctx.clock.now() })
  await endCredentials(ctx, account.id, 'email_proven')
  await removeSecondFactors(ctx, account.id)
  await deleteIdentities(ctx, account.id)
  return { ...account, email_verified: true, password_hash: null }
}
