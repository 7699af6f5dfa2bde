import { implement } from '../../kernel/operation.ts'
import * as contracts from './memory.contract.ts'
import { historyOf } from './memory.queries.ts'
import { requireMemory } from './require-memory.ts'

/** Whatever a memory superseded was in the same scope, so whoever sees it sees its history. */
export const getMemory = implement(contracts.getMemory, async (ctx, { memory: id }) => {
  const memory = await requireMemory(ctx, id)
  return { ...memory, history: await ctx.tx.rows(historyOf, [ctx.org, id]) }
})
