import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requestMailing, resendAfter, sendSoon } from '../../mail/request-mailing.ts'
import { takeCode, takeLink } from '../../mail/take-mailing.ts'
import { enterOwnLog } from '../login/accounts.ts'
import { countAttempt, requireAttempts } from '../login/attempts.ts'
import { finishLogin } from '../login/finish-login.ts'
import { accountOf, toMe } from '../login/open-session.ts'
import * as contracts from './mail-login.contract.ts'
import { emailChanged, emailVerified } from './mail-login.events.ts'
import { setEmail, setVerified } from './mail-login.queries.ts'
import { askForMail, provenAccount, tooSoon, usedLink } from './mailed-link.ts'

export const sendCode = implement(contracts.sendCode, (ctx, { email }) => askForMail(ctx, 'code', email))

export const verifyCode = implement(contracts.verifyCode, async (ctx, { email, code }) => {
  const address = ctx.call.address ?? 'unknown'
  await requireAttempts(ctx, 'login_address', address)
  const account = (await takeCode(ctx, email, code)) && (await provenAccount(ctx, email))
  if (account) return finishLogin(ctx, account, 'code')
  await countAttempt(ctx, 'login_address', address)
  throw new Refusal('unauthenticated', 'This code is wrong, used or too old. Ask for a new one.').committing()
})

export const sendMagicLink = implement(contracts.sendMagicLink, (ctx, { email }) => askForMail(ctx, 'magic_link', email))

export const verifyMagicLink = implement(contracts.verifyMagicLink, async (ctx, { token }) => {
  const link = await takeLink(ctx, 'magic_link', token)
  const account = link && (await provenAccount(ctx, link.email))
  if (!account) throw usedLink()
  return finishLogin(ctx, account, 'magic_link')
})

export const forgotPassword = implement(contracts.forgotPassword, (ctx, { email }) => askForMail(ctx, 'reset', email))

export const sendVerification = implement(contracts.sendVerification, async (ctx) => {
  const { id, email, email_verified } = await accountOf(ctx, userOf(ctx))
  if (email_verified) return { requested: false, email_verified, resend_after: 0 }
  const wait = await requestMailing(ctx, 'verify', email, id)
  return { requested: wait === 0, email_verified, resend_after: wait || resendAfter }
})

/**
 * Whoever is logged in to the account and can read its mail is its owner, and loses nothing. Somebody who can only read the mail can't
 * confirm a stranger's account here; a code, a link or a new password makes the account theirs alone.
 */
export const verifyEmail = implement(contracts.verifyEmail, async (ctx, { token }) => {
  const user = userOf(ctx)
  const link = await takeLink(ctx, 'verify', token)
  const account = await accountOf(ctx, user)
  if (link?.user_id !== user || link.email !== account.email) throw usedLink()
  await ctx.tx.rows(setVerified, { user, now: ctx.clock.now() })
  enterOwnLog(ctx)
  ctx.emit(emailVerified, { user_id: user })
  ctx.target(user)
  return toMe({ ...account, email_verified: true })
})

/** The job finds out whether the address is taken and then sends nothing, so nobody learns it by asking. */
export const changeEmail = implement(contracts.changeEmail, async (ctx, { email }) => {
  const user = userOf(ctx)
  const wait = await requestMailing(ctx, 'change', email, user)
  if (wait > 0) throw tooSoon(wait)
  ctx.target(user)
  return { new_email: email, requested_at: ctx.clock.now().toISOString() }
})

export const confirmEmailChange = implement(contracts.confirmEmailChange, async (ctx, { token }) => {
  const user = userOf(ctx)
  const link = await takeLink(ctx, 'change', token)
  if (link?.user_id !== user) throw usedLink()
  const account = await accountOf(ctx, user)
  await ctx.tx.rows(setEmail, { user, email: link.email, now: ctx.clock.now() }).catch((error: { code?: string }) => {
    if (error.code !== '23505') throw error
    throw new Refusal('email_taken', 'This email address already has an account. Use another address.')
  })
  // An address that was never verified may be a stranger's, so it isn't notified.
  if (account.email_verified && account.email !== link.email) await sendSoon(ctx, 'changed', account.email, user)
  enterOwnLog(ctx)
  ctx.emit(emailChanged, { user_id: user })
  ctx.target(user)
  return toMe({ ...account, email: link.email, email_verified: true })
})
