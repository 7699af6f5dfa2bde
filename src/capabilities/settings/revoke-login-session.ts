import { userOf } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { sessionEnded } from '../login/login.events.ts'
import * as contracts from './settings.contract.ts'
import { endOwnSession } from './settings.queries.ts'

export const revokeLoginSession = implement(contracts.revokeLoginSession, async (ctx, { id }) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(endOwnSession, [user, ctx.principal.credential.id, ctx.clock.now(), id])
  if (!row) throw notFound('login session', id, 'List yours with GET /api/settings/sessions.')
  enterOwnLog(ctx)
  ctx.emit(sessionEnded, { user_id: user, session_id: id, why: 'revoked' })
  ctx.target(id)
  return row
})
