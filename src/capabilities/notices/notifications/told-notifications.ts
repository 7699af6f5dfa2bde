import type { TxContext } from '../../../kernel/context.ts'
import { notificationsByIds, type NotificationRow } from './notifications.queries.ts'

/** A notification as it reads now, for code that delivers it through other channels. */
export type ToldNotification = NotificationRow

export const toldNotifications = (ctx: Pick<TxContext, 'tx'>, user: string, ids: readonly string[]): Promise<ToldNotification[]> =>
  ctx.tx.rows(notificationsByIds, { user, ids })
