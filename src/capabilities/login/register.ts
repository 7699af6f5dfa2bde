import { implement } from '../../kernel/operation.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { holdInvite } from '../invites/open-invite.ts'
import { requestMailing } from '../mail/request-mailing.ts'
import * as contracts from './login.contract.ts'
import { openAccount } from './open-account.ts'
import { accountOf, openSession } from './open-session.ts'
import { requireRegistration } from './require-registration.ts'

export const register = implement(contracts.register, {
  prepare: (_, { password }) => hashPassword(password),
  async handle(ctx, { invite, password: _, ...input }, passwordHash) {
    await requireRegistration(ctx, input.email, invite)
    const { user } = await openAccount(ctx, { ...input, passwordHash, role: 'user', verified: false })
    const account = await accountOf(ctx, user)
    if (invite) await holdInvite(ctx, invite)
    if (ctx.services.mail.on) await requestMailing(ctx, 'verify', account.email, user)
    return openSession(ctx, account, 'password')
  },
})
