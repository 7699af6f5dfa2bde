import { system, userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { activeAccount, enterOwnLog } from '../login/accounts.ts'
import * as contracts from './passwords.contract.ts'
import { passwordChanged, passwordResetOffered } from './passwords.events.ts'
import * as queries from './passwords.queries.ts'

/** Ends all other sessions: somebody else knowing the old password may be the reason for the change. Keys and tokens aren't affected. */
export const changePassword = implement(contracts.changePassword, {
  prepare: (_, { password }) => hashPassword(password),
  async handle(ctx, _, passwordHash) {
    const user = userOf(ctx)
    const now = ctx.clock.now()
    await ctx.tx.rows(queries.changePassword, { user, password_hash: passwordHash, now })
    const ended = await ctx.tx.rows(queries.endOtherSessions, { user, id: ctx.principal.credential.id, now })
    await ctx.tx.rows(queries.voidResetLinks, { user, now })
    enterOwnLog(ctx)
    ctx.emit(passwordChanged, { user_id: user })
    ctx.target(user)
    return { changed_at: now.toISOString(), sessions_ended: ended.length }
  },
})

/** Runs as a job, because a transaction appends to only one log, and that of an administrator's action is the instance's. */
export const tellOfPasswordReset = implement(contracts.tellOfPasswordReset, async (ctx, { user_id }) => {
  const account = await activeAccount(ctx, user_id)
  if (!account) return { told: false }
  ctx.enter(system(account.personal_organization_id), account.personal_organization_id)
  ctx.emit(passwordResetOffered, { user_id })
  return { told: true }
})
