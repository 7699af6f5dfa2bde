import { implement } from '../../kernel/operation.ts'
import { undoMilliseconds } from './clearings/clear-scope.ts'
import * as contracts from './clearings/clearings.contract.ts'
import { forgetMemories as forget } from './clearings/clearings.queries.ts'

export const forgetMemories = implement(contracts.forgetMemories, async (ctx) => {
  const row = await ctx.tx.row(forget, [new Date(ctx.clock.now().getTime() - undoMilliseconds)])
  return { removed: row?.removed ?? 0 }
})
