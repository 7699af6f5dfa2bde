import type { TxContext } from '../../../kernel/context.ts'
import { notificationsByIds, type NotificationRow } from './notifications.queries.ts'

/** A notification in the words of now, for whoever tells of it by other means. */
export type ToldNotification = NotificationRow

export const toldNotifications = (ctx: Pick<TxContext, 'tx'>, user: string, ids: readonly string[]): Promise<ToldNotification[]> =>
  ctx.tx.rows(notificationsByIds, { user, ids })
