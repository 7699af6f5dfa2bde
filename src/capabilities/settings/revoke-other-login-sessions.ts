import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { sessionEnded } from '../login/login.events.ts'
import * as contracts from './settings.contract.ts'
import { endOtherSessions } from './settings.queries.ts'

export const revokeOtherLoginSessions = implement(contracts.revokeOtherLoginSessions, async (ctx) => {
  const user = userOf(ctx)
  const ended = await ctx.tx.rows(endOtherSessions, [user, ctx.principal.credential.id, ctx.clock.now()])
  enterOwnLog(ctx)
  for (const { id } of ended) ctx.emit(sessionEnded, { user_id: user, session_id: id, why: 'revoked' })
  return { ended: ended.length }
})
