import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import * as contracts from './set-aside.contract.ts'
import { decide } from './set-aside.queries.ts'

export const decideSetAside = implement(contracts.decideSetAside, async (ctx, { id, decision }) => {
  enterOwnLog(ctx)
  const now = ctx.clock.now()
  const row = await ctx.tx.row(decide, [id, decision === 'keep', now])
  if (!row?.found) throw notFound('thing to decide about', id, 'List them with GET /api/auth/account/set-aside.')
  ctx.target(id)
  return { id, decision, decided_at: now.toISOString() }
})
