import { implement } from '../../kernel/operation.ts'
import { changeNotification } from './change-notification.ts'
import * as contracts from './notifications.contract.ts'

export const markNotificationRead = implement(contracts.markNotificationRead, (ctx, input) =>
  changeNotification(ctx, input, ({ read_at }, now) => ({ read_at: read_at ?? now })),
)
