import { implement } from '../../kernel/operation.ts'
import * as contracts from './instances.contract.ts'
import { unbindConnection } from './instances.queries.ts'

export const leaveConnection = implement(contracts.leaveConnection, async (ctx, { user_id, connection }) => ({
  left: (await ctx.tx.rows(unbindConnection, [ctx.org, user_id, connection])).length,
}))
