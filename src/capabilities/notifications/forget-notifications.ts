import { implement } from '../../kernel/operation.ts'
import * as contracts from './notifications.contract.ts'
import { deleteNotifications } from './notifications.queries.ts'

const keptDays = 180

export const forgetNotifications = implement(contracts.forgetNotifications, async (ctx) => {
  const row = await ctx.tx.row(deleteNotifications, [new Date(ctx.clock.now().getTime() - keptDays * 86_400_000)])
  return { removed: row?.removed ?? 0 }
})
