import { implement } from '../../kernel/operation.ts'
import * as contracts from './oauth-server.contract.ts'
import { deleteExpired } from './oauth-server.queries.ts'

export const forgetOauthRecords = implement(contracts.forgetOauthRecords, async (ctx) => {
  const row = await ctx.tx.row(deleteExpired, [ctx.clock.now()])
  return { removed: row?.removed ?? 0 }
})
