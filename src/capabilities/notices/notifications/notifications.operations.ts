import { type Context, system, userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { preferencesOf } from '../preferences/resolve-preferences.ts'
import { changeNotification, requireLater, unreadOf } from './change-notification.ts'
import * as contracts from './notifications.contract.ts'
import { notificationAnnounced, notificationsRead, notificationUpdated } from './notifications.events.ts'
import {
  countNeeds,
  insertReminder,
  markAllRead,
  notifications,
  notificationsByIds,
  personalOrganization,
} from './notifications.queries.ts'

export const listNotifications = implement(contracts.listNotifications, async (ctx, input) => {
  const { box, unread, kind, organization, limit } = input
  const [before] = decodeCursor(input.cursor, ['id']) ?? [lastId]
  const values = {
    user: userOf(ctx),
    before,
    kind: kind ?? null,
    unread: unread ?? null,
    box,
    now: ctx.clock.now(),
    organization: organization ?? null,
    limit: limit + 1,
  }
  const [rows, count, needs] = await Promise.all([
    ctx.tx.rows(notifications, values),
    unreadOf(ctx),
    ctx.tx.row(countNeeds, { user: userOf(ctx), now: ctx.clock.now() }),
  ])
  return { ...nextPage(rows, limit, (row) => [row.id]), unread: count, needs_you: needs?.needs_you ?? 0 }
})

/** Stored in the personal organization, so that it stays with its owner regardless of other memberships. */
export const createReminder = implement(contracts.createReminder, async (ctx, { title, until }) => {
  const user = userOf(ctx)
  const id = newId()
  const wants = (await preferencesOf(ctx, [user]))(user)
  const mail = wants.notifications.reminder.mail === 'digest' ? 'digest' : 'none'
  await ctx.tx.rows(insertReminder, {
    org: ctx.org,
    user,
    id,
    title,
    mail,
    snoozed_until: until ? requireLater(ctx, until) : null,
    now: ctx.clock.now(),
  })
  const notification = await ctx.tx.one(notificationsByIds, { user, ids: [id] })
  ctx.emit(notificationAnnounced, { user_id: user, notification })
  ctx.target(id)
  await pushAt(ctx, notification)
  return notification
})

/** Pushes a snoozed notification when it returns to the inbox, unless it has been archived by then. */
async function pushAt(ctx: Context, { id, snoozed_until }: { id: string; snoozed_until: string | null }): Promise<void> {
  if (!snoozed_until || !ctx.services.push.publicKey) return
  await ctx.enqueue('sendPush', { user_id: userOf(ctx), notification_ids: [id] }, { startAfter: new Date(snoozed_until) })
}

export const markAllNotificationsRead = implement(contracts.markAllNotificationsRead, async (ctx, { kind, organization }) => {
  const user = userOf(ctx)
  const rows = await ctx.tx.rows(markAllRead, { user, now: ctx.clock.now(), kind: kind ?? null, organization: organization ?? null })
  const answer = { marked: rows.length, unread: await unreadOf(ctx) }
  if (rows.length > 0) ctx.emit(notificationsRead, { user_id: user, ...answer })
  return answer
})

export const markNotificationRead = implement(contracts.markNotificationRead, (ctx, input) =>
  changeNotification(ctx, input, ({ read_at }, now) => ({ read_at: read_at ?? now })),
)

export const markNotificationUnread = implement(contracts.markNotificationUnread, (ctx, input) =>
  changeNotification(ctx, input, () => ({ read_at: null })),
)

export const snoozeNotification = implement(contracts.snoozeNotification, async (ctx, { until, ...one }) => {
  const snoozed_until = until && requireLater(ctx, until)
  const after = await changeNotification(ctx, one, () => (snoozed_until ? { snoozed_until, read_at: null } : { snoozed_until: null }))
  await pushAt(ctx, after)
  return after
})

/** Archiving also marks it as read. */
export const archiveNotification = implement(contracts.archiveNotification, (ctx, { archived, ...one }) =>
  changeNotification(ctx, one, ({ read_at, archived_at }, now) =>
    archived ? { archived_at: archived_at ?? now, read_at: read_at ?? now } : { archived_at: null },
  ),
)

/** A window open on one organization also follows its user's own log, so this way it learns of notifications in all of them. */
export const announceNotifications = implement(contracts.announceNotifications, async (ctx, { user_id, notification_ids }) => {
  const personal = await ctx.tx.row(personalOrganization, { user: user_id })
  // If this is the user's own organization, its log already has the event.
  if (!personal || personal.id === ctx.org) return { announced: 0 }
  const rows = await ctx.tx.rows(notificationsByIds, { user: user_id, ids: notification_ids })
  ctx.enter(system(personal.id), personal.id)
  for (const notification of rows) {
    ctx.emit(notification.archived_at ? notificationUpdated : notificationAnnounced, { user_id, notification })
  }
  return { announced: rows.length }
})
