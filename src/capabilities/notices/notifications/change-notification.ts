import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { notificationUpdated } from './notifications.events.ts'
import { countUnread, lockNotification, markNotification, type NotificationRow, notificationsByIds } from './notifications.queries.ts'

type Marks = Partial<Pick<NotificationRow, 'read_at' | 'snoozed_until' | 'archived_at'>>

/** Sets marks on one of the caller's notifications and informs their other windows. A notification that already has them stays as is. */
export async function changeNotification(
  ctx: Context,
  { id, version }: { id: string; version?: number | undefined },
  marksFor: (before: NotificationRow, now: string) => Marks,
): Promise<NotificationRow> {
  const user = userOf(ctx)
  const before = await ctx.tx.row(lockNotification, { user, id })
  if (!before) throw notFound('notification', id, 'List yours with {listNotifications}.')
  if (version !== undefined && version !== before.version) {
    throw new Refusal('stale_version', `This notification is at version ${before.version} by now. Read it again and repeat.`)
  }
  ctx.target(id)
  const now = ctx.clock.now().toISOString()
  const { read_at, snoozed_until, archived_at } = { ...before, ...marksFor(before, now) }
  if (read_at === before.read_at && snoozed_until === before.snoozed_until && archived_at === before.archived_at) return before
  await ctx.tx.rows(markNotification, { user, id, read_at, snoozed_until, archived_at, now })
  const [notification = before] = await ctx.tx.rows(notificationsByIds, { user, ids: [id] })
  ctx.emit(notificationUpdated, { user_id: user, notification })
  return notification
}

/** Number of the caller's unread notifications across all their organizations. */
export async function unreadOf(ctx: Context): Promise<number> {
  return (await ctx.tx.row(countUnread, { user: userOf(ctx), now: ctx.clock.now() }))?.unread ?? 0
}

const year = 366 * 86_400_000

/** Requires a time in the future and returns it as it is stored. */
export function requireLater(ctx: Context, time: string): string {
  const ahead = Date.parse(time) - ctx.clock.now().getTime()
  if (!(ahead > 0 && ahead <= year)) throw new Refusal('invalid', 'Name a time in the future, within a year.')
  return new Date(time).toISOString()
}
