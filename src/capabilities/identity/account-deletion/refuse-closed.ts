import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { undoUntil } from '../../organizations/organizations/require-organization.ts'
import { closedAt, offerRestore } from './account-deletion.queries.ts'

const tokenMinutes = 10

/** Whoever proves to own a closed account gets no session, but a token to restore it with. */
export async function refuseClosed(ctx: Context, user: string): Promise<void> {
  const account = await ctx.tx.row(closedAt, { user })
  if (!account) return
  const now = ctx.clock.now()
  const until = undoUntil(account.closed_at)
  if (until <= now) throw new Refusal('account_closed', 'This account was deleted and is being erased.')
  const restore_token = newSecret()
  await ctx.tx.rows(offerRestore, { user, hash: digest(restore_token), restore_until: new Date(now.getTime() + tokenMinutes * 60_000) })
  throw new Refusal(
    'account_closed',
    `This account was closed and will be deleted permanently. To restore it, send restore_token as token to {restoreAccount} within ${tokenMinutes} minutes.`,
    { restore_token, restore_until: until.toISOString() },
  ).committing()
}
