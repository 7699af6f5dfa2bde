import { implement } from '../../kernel/operation.ts'
import * as contracts from './upkeep.contract.ts'
import { deleteAttempts } from './upkeep.queries.ts'

const day = 86_400_000

export const forgetAttempts = implement(contracts.forgetAttempts, async (ctx) => {
  const row = await ctx.tx.row(deleteAttempts, [new Date(ctx.clock.now().getTime() - day)])
  return { removed: row?.removed ?? 0 }
})
