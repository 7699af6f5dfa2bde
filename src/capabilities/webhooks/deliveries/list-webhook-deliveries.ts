import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import * as contracts from './deliveries.contract.ts'
import { deliveries } from './deliveries.queries.ts'
import { requireWebhook } from '../require-webhook.ts'

export const listWebhookDeliveries = implement(contracts.listWebhookDeliveries, async (ctx, { webhook, status, limit, cursor }) => {
  const { id } = await requireWebhook(ctx, webhook, 'read')
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(deliveries, [ctx.org, id, userOf(ctx), before, status ?? null, limit + 1]), limit, (row) => [row.id])
})
