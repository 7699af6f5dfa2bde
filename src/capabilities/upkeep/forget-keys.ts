import { implement } from '../../kernel/operation.ts'
import * as contracts from './upkeep.contract.ts'
import { deleteKeys } from './upkeep.queries.ts'

const day = 86_400_000

export const forgetKeys = implement(contracts.forgetKeys, async (ctx) => {
  const row = await ctx.tx.row(deleteKeys, [new Date(ctx.clock.now().getTime() - day)])
  return { removed: row?.removed ?? 0 }
})
