import { implement } from '../../kernel/operation.ts'
import * as contracts from './mail.contract.ts'
import { deleteMailings } from './mail.queries.ts'

const keptDays = 30

export const forgetMailings = implement(contracts.forgetMailings, async (ctx) => {
  const row = await ctx.tx.row(deleteMailings, [new Date(ctx.clock.now().getTime() - keptDays * 86_400_000)])
  return { removed: row?.removed ?? 0 }
})
