import { implement } from '../../kernel/operation.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { digest } from '../../platform/secrets.ts'
import * as contracts from './login.contract.ts'
import * as queries from './login.queries.ts'
import { openAccount } from './open-account.ts'
import { accountOf, openSession } from './open-session.ts'
import { usedSetupLink } from './used-setup-link.ts'

/** The first administrator comes in by a one-time link; there is never a default password. */
export const setUpInstance = implement(contracts.setUpInstance, {
  prepare: (_, { password }) => hashPassword(password),
  async handle(ctx, { token, password: _, ...input }, passwordHash) {
    const link = await ctx.tx.row(queries.useSetupLink, [digest(token), ctx.clock.now()])
    if (!link) throw usedSetupLink()
    const { user } = await openAccount(ctx, { ...input, passwordHash, email: link.email, role: 'admin', verified: true })
    return openSession(ctx, await accountOf(ctx, user), 'setup')
  },
})
