import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import * as contracts from './passwords.contract.ts'
import { passwordChanged } from './passwords.events.ts'
import * as queries from './passwords.queries.ts'

/** Whoever else is logged in is out: the old password may be why one chooses another. Keys and tokens are their own affair. */
export const changePassword = implement(contracts.changePassword, {
  prepare: (_, { password }) => hashPassword(password),
  async handle(ctx, _, passwordHash) {
    const user = userOf(ctx)
    const now = ctx.clock.now()
    await ctx.tx.rows(queries.changePassword, [user, passwordHash, now])
    const ended = await ctx.tx.rows(queries.endOtherSessions, [user, ctx.principal.credential.id, now])
    await ctx.tx.rows(queries.voidResetLinks, [user, now])
    enterOwnLog(ctx)
    ctx.emit(passwordChanged, { user_id: user })
    ctx.target(user)
    return { changed_at: now.toISOString(), sessions_ended: ended.length }
  },
})
