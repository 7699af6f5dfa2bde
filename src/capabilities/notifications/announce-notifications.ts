import { system } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './notifications.contract.ts'
import { notificationAnnounced, notificationUpdated } from './notifications.events.ts'
import { notificationsByIds, personalOrganization } from './notifications.queries.ts'

/** So that a window open on one organization hears of all of them: it follows its user's own log too. */
export const announceNotifications = implement(contracts.announceNotifications, async (ctx, { user_id, notification_ids }) => {
  const personal = await ctx.tx.row(personalOrganization, [user_id])
  // Where the organization is the user's own, its log has said it already.
  if (!personal || personal.id === ctx.org) return { announced: 0 }
  const rows = await ctx.tx.rows(notificationsByIds, [user_id, notification_ids])
  ctx.enter(system(personal.id), personal.id)
  for (const notification of rows) {
    ctx.emit(notification.archived_at ? notificationUpdated : notificationAnnounced, { user_id, notification })
  }
  return { announced: rows.length }
})
