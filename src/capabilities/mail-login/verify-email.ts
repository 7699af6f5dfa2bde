import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { takeLink } from '../mail/take-mailing.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { accountOf, toMe } from '../login/open-session.ts'
import * as contracts from './mail-login.contract.ts'
import { emailVerified } from './mail-login.events.ts'
import { setVerified } from './mail-login.queries.ts'
import { usedLink } from './used-link.ts'

/**
 * Whoever is logged in to the account and reads its mail is its owner: nothing of theirs is taken away. Somebody who only
 * reads the mail cannot confirm a stranger's account; a code, a link or a new password makes it theirs alone.
 */
export const verifyEmail = implement(contracts.verifyEmail, async (ctx, { token }) => {
  const user = userOf(ctx)
  const link = await takeLink(ctx, 'verify', token)
  const account = await accountOf(ctx, user)
  if (link?.user_id !== user || link.email !== account.email) throw usedLink()
  await ctx.tx.rows(setVerified, [user, ctx.clock.now()])
  enterOwnLog(ctx)
  ctx.emit(emailVerified, { user_id: user })
  ctx.target(user)
  return toMe({ ...account, email_verified: true })
})
