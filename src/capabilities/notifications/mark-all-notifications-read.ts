import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './notifications.contract.ts'
import { notificationsRead } from './notifications.events.ts'
import { markAllRead } from './notifications.queries.ts'
import { unreadOf } from './unread-of.ts'

export const markAllNotificationsRead = implement(contracts.markAllNotificationsRead, async (ctx, { kind, organization }) => {
  const user = userOf(ctx)
  const rows = await ctx.tx.rows(markAllRead, [user, ctx.clock.now(), kind ?? null, organization ?? null])
  const answer = { marked: rows.length, unread: await unreadOf(ctx) }
  if (rows.length > 0) ctx.emit(notificationsRead, { user_id: user, ...answer })
  return answer
})
