import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { sendSoon } from '../mail/request-mailing.ts'
import { takeLink } from '../mail/take-mailing.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { accountOf, toMe } from '../login/open-session.ts'
import * as contracts from './mail-login.contract.ts'
import { emailChanged } from './mail-login.events.ts'
import { setEmail } from './mail-login.queries.ts'
import { usedLink } from './used-link.ts'

export const confirmEmailChange = implement(contracts.confirmEmailChange, async (ctx, { token }) => {
  const user = userOf(ctx)
  const link = await takeLink(ctx, 'change', token)
  if (link?.user_id !== user) throw usedLink()
  const account = await accountOf(ctx, user)
  await ctx.tx.rows(setEmail, [user, link.email, ctx.clock.now()]).catch((error: { code?: string }) => {
    if (error.code !== '23505') throw error
    throw new Refusal('email_taken', 'This e-mail address has an account already. Use another address.')
  })
  // An address that was never proven may be a stranger's: it is told nothing.
  if (account.email_verified && account.email !== link.email) await sendSoon(ctx, 'changed', account.email, user)
  enterOwnLog(ctx)
  ctx.emit(emailChanged, { user_id: user })
  ctx.target(user)
  return toMe({ ...account, email: link.email, email_verified: true })
})
