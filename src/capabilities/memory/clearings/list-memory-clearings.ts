import { implement } from '../../../kernel/operation.ts'
import { showClearing, undoMilliseconds } from './clear-scope.ts'
import * as contracts from './clearings.contract.ts'
import { clearings } from './clearings.queries.ts'

export const listMemoryClearings = implement(contracts.listMemoryClearings, async (ctx, { limit }) => {
  const since = new Date(ctx.clock.now().getTime() - undoMilliseconds)
  return { items: (await ctx.tx.rows(clearings, [ctx.org, since, limit])).map(showClearing) }
})
