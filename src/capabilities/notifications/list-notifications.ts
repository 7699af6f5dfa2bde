import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './notifications.contract.ts'
import { countNeeds, notifications } from './notifications.queries.ts'
import { unreadOf } from './unread-of.ts'

export const listNotifications = implement(contracts.listNotifications, async (ctx, input) => {
  const { box, unread, kind, organization, limit } = input
  const [before] = decodeCursor(input.cursor, ['id']) ?? [lastId]
  const values = [userOf(ctx), before, kind ?? null, unread ?? null, box, ctx.clock.now(), organization ?? null, limit + 1]
  const [rows, count, needs] = await Promise.all([
    ctx.tx.rows(notifications, values),
    unreadOf(ctx),
    ctx.tx.row(countNeeds, [userOf(ctx), ctx.clock.now()]),
  ])
  return { ...nextPage(rows, limit, (row) => [row.id]), unread: count, needs_you: needs?.needs_you ?? 0 }
})
