import { implement } from '../../kernel/operation.ts'
import { changeNotification } from './change-notification.ts'
import * as contracts from './notifications.contract.ts'

export const markNotificationUnread = implement(contracts.markNotificationUnread, (ctx, input) =>
  changeNotification(ctx, input, () => ({ read_at: null })),
)
