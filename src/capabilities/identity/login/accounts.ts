import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { revokeApprovals } from '../device-login/revoke-approvals.ts'
import { endGrantsOf } from '../oauth-server/authenticate-token.ts'
import * as queries from './login.queries.ts'
import { accountByEmail, accountById, type AccountRow } from './login.queries.ts'

export const accountWithEmail = (ctx: Context, email: string): Promise<AccountRow | undefined> => ctx.tx.row(accountByEmail, { email })

/** The reason is an administrator's own text, so it is a field next to the message and not part of it. */
export const suspended = ({ suspend_reason, suspended_until }: AccountRow): Refusal =>
  new Refusal('forbidden', 'This account is suspended. Ask an administrator of this instance.', {
    reason: 'suspended',
    suspend_reason,
    suspended_until,
  })

/** The account, unless it is deleted or suspended. */
export async function activeAccount(ctx: Context, user: string): Promise<AccountRow | undefined> {
  const account = await ctx.tx.row(accountById, { user })
  return account?.suspended_at ? undefined : account
}

/** Events that concern only a user are logged in their personal organization, whichever one the request named. */
export function enterOwnLog(ctx: Context): void {
  if (ctx.principal.personalOrganization) ctx.enter(ctx.principal, ctx.principal.personalOrganization)
}

export const usedSetupLink = (): Refusal =>
  new Refusal('unauthenticated', 'This setup link was used or has expired. Run `npm run seed` for a new one.')

/** Ends every session, key, token and OAuth client of a user at once; what they log in with stays. */
export async function endCredentials(ctx: Context, user: string, why: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.endSessionsOf, { user, now, why })
  await ctx.tx.rows(queries.revokeTokensOf, { user, now })
  await revokeApprovals(ctx, user)
  await endGrantsOf(ctx, user)
}
