import { implement } from '../../../kernel/operation.ts'
import { deleteDeliveries } from './deliveries.queries.ts'
import * as contracts from './sending.contract.ts'

const day = 86_400_000

export const forgetDeliveries = implement(contracts.forgetDeliveries, async (ctx) => {
  const before = new Date(ctx.clock.now().getTime() - ctx.services.config.WEBHOOKS_KEPT_DAYS * day)
  return { removed: (await ctx.tx.row(deleteDeliveries, [before]))?.removed ?? 0 }
})
