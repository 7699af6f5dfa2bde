import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './login.contract.ts'
import { sessionEnded } from './login.events.ts'
import { endSession } from './login.queries.ts'

export const logout = implement(contracts.logout, async (ctx) => {
  const { principal } = ctx
  const session = principal.credential.id
  if (principal.personalOrganization) ctx.enter(principal, principal.personalOrganization)
  const ended = await ctx.tx.row(endSession, [session, ctx.clock.now(), 'logout'])
  if (ended) ctx.emit(sessionEnded, { user_id: userOf(ctx), session_id: ended.id, why: 'logout' })
  return { ended: ended !== undefined }
})
