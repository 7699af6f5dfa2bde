import { implement } from '../../kernel/operation.ts'
import { changeNotification } from './change-notification.ts'
import * as contracts from './notifications.contract.ts'
import { requireLater } from './require-later.ts'

export const snoozeNotification = implement(contracts.snoozeNotification, (ctx, { until, ...one }) => {
  const snoozed_until = until && requireLater(ctx, until)
  return changeNotification(ctx, one, () => (snoozed_until ? { snoozed_until, read_at: null } : { snoozed_until: null }))
})
