import { implement } from '../../kernel/operation.ts'
import { forgetChallenges } from '../passkeys/challenge.ts'
import * as contracts from './second-factor.contract.ts'
import { deletePendingLogins } from './second-factor.queries.ts'

export const forgetPendingLogins = implement(contracts.forgetPendingLogins, async (ctx) => {
  const row = await ctx.tx.row(deletePendingLogins, [ctx.clock.now()])
  return { removed: (row?.removed ?? 0) + (await forgetChallenges(ctx)) }
})
