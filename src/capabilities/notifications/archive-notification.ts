import { implement } from '../../kernel/operation.ts'
import { changeNotification } from './change-notification.ts'
import * as contracts from './notifications.contract.ts'

/** What is put away has been read. */
export const archiveNotification = implement(contracts.archiveNotification, (ctx, { archived, ...one }) =>
  changeNotification(ctx, one, ({ read_at, archived_at }, now) =>
    archived ? { archived_at: archived_at ?? now, read_at: read_at ?? now } : { archived_at: null },
  ),
)
