import { implement } from '../../kernel/operation.ts'
import { undoMilliseconds } from './clear-scope.ts'
import * as contracts from './clearings.contract.ts'
import { forgetMemories as forget } from './clearings.queries.ts'

export const forgetMemories = implement(contracts.forgetMemories, async (ctx) => {
  const row = await ctx.tx.row(forget, [new Date(ctx.clock.now().getTime() - undoMilliseconds)])
  return { removed: row?.removed ?? 0 }
})
