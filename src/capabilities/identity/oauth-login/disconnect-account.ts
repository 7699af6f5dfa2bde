import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { enterOwnLog } from '../login/accounts.ts'
import { accountOf } from '../login/open-session.ts'
import { passkeysOf } from '../passkeys/passkeys-of.ts'
import * as contracts from './oauth-login.contract.ts'
import { accountDisconnected } from './oauth-login.events.ts'
import { deleteIdentity, lockIdentities } from './oauth-login.queries.ts'

export const disconnectAccount = implement(contracts.disconnectAccount, async (ctx, { provider }) => {
  enterOwnLog(ctx)
  const user = userOf(ctx)
  const identities = await ctx.tx.rows(lockIdentities, { user })
  if (!identities.some((one) => one.provider === provider)) {
    throw notFound('connected account', provider, 'List yours with {listConnectedAccounts}.')
  }
  if (identities.length === 1 && !(await hasAnotherWayIn(ctx, user))) {
    throw new Refusal('conflict', 'This is your last way to log in. Set a password or add a passkey first.', { reason: 'last_way_in' })
  }
  const identity = await ctx.tx.one(deleteIdentity, { user, provider })
  ctx.emit(accountDisconnected, { user_id: user, provider })
  return { ...identity, deleted_at: ctx.clock.now().toISOString() }
})

/** A verified address is a way in only if mail can be sent. */
async function hasAnotherWayIn(ctx: Context, user: string): Promise<boolean> {
  const { password_hash, email_verified } = await accountOf(ctx, user)
  if (password_hash || (email_verified && ctx.services.mail.on)) return true
  return (await passkeysOf(ctx, user)).all > 0
}
