import { implement } from '../../../kernel/operation.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { takeResetLink } from '../passwords/take-reset-link.ts'
import { spendMailings, takeLink } from '../../mail/take-mailing.ts'
import { forgiveAttempts } from '../login/attempts.ts'
import { endCredentials } from '../login/accounts.ts'
import { principalOf } from '../login/open-account.ts'
import * as contracts from './mail-login.contract.ts'
import { passwordReset } from './mail-login.events.ts'
import { setPassword } from './mail-login.queries.ts'
import { provenAccount, usedLink } from './mailed-link.ts'

/**
 * A reset may be meant to get rid of a thief, so every session, key, token and OAuth client ends. It opens no session: an account with a
 * second factor still needs it to log in.
 */
export const resetPassword = implement(contracts.resetPassword, {
  prepare: (_, { password }) => hashPassword(password),
  async handle(ctx, { token }, passwordHash) {
    const link = await takeLink(ctx, 'reset', token)
    const account = link ? await provenAccount(ctx, link.email) : await takeResetLink(ctx, token)
    if (!account) throw usedLink()
    const now = ctx.clock.now()
    await ctx.tx.rows(setPassword, { user: account.id, password_hash: passwordHash, now })
    await endCredentials(ctx, account.id, 'password_reset')
    await spendMailings(ctx, account.email)
    await forgiveAttempts(ctx, 'login_account', account.email)
    ctx.enter(principalOf(account.id, account.personal_organization_id), account.personal_organization_id)
    ctx.emit(passwordReset, { user_id: account.id })
    ctx.target(account.id)
    return { email: account.email, sessions_ended: true }
  },
})
