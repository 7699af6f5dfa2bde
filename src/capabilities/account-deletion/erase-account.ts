import { implement } from '../../kernel/operation.ts'
import { erasedBefore } from '../organizations/days-to-undo.ts'
import * as contracts from './account-deletion.contract.ts'
import { eraseAccount as erase } from './account-deletion.queries.ts'

export const eraseAccount = implement(contracts.eraseAccount, async (ctx, { user_id }) => {
  await ctx.tx.rows(erase, [user_id, erasedBefore(ctx.clock.now())])
  ctx.target(user_id)
  return { id: user_id }
})
