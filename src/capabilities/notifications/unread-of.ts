import { userOf, type Context } from '../../kernel/context.ts'
import { countUnread } from './notifications.queries.ts'

/** How much the caller has not read, over all their organizations. */
export async function unreadOf(ctx: Context): Promise<number> {
  return (await ctx.tx.row(countUnread, [userOf(ctx), ctx.clock.now()]))?.unread ?? 0
}
