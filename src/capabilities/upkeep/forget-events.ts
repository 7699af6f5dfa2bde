import { implement } from '../../kernel/operation.ts'
import * as contracts from './upkeep.contract.ts'
import { trimEvents } from './upkeep.queries.ts'

const day = 86_400_000

export const forgetEvents = implement(contracts.forgetEvents, async (ctx) => {
  const before = new Date(ctx.clock.now().getTime() - ctx.services.config.EVENTS_KEPT_DAYS * day)
  const row = await ctx.tx.row(trimEvents, [before])
  return { removed: row?.removed ?? 0 }
})
