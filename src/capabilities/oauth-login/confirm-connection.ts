import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { connectedOtherwise } from './account-of-identity.ts'
import { spendCode } from './oauth-codes.ts'
import * as contracts from './oauth-login.contract.ts'
import { accountConnected } from './oauth-login.events.ts'
import { insertIdentity } from './oauth-login.queries.ts'
import { refusedCode } from './refused-journey.ts'
import { requireProvenEmail } from './require-proven-email.ts'

/** The wall of the identity realm shows a caller their own codes only, so another user's is as unknown as a made-up one. */
export const confirmConnection = implement(contracts.confirmConnection, async (ctx, { code }) => {
  enterOwnLog(ctx)
  await requireProvenEmail(ctx)
  const user = userOf(ctx)
  const spent = await spendCode(ctx, code, 'link')
  if (spent?.user_id !== user) throw refusedCode()
  const { provider, subject, email } = spent
  const identity = await ctx.tx.row(insertIdentity, [provider, subject, user, email, ctx.clock.now()])
  if (!identity) throw connectedOtherwise(provider)
  ctx.emit(accountConnected, { user_id: user, provider })
  return identity
})
