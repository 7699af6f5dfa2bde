import { implement } from '../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../paging.ts'
import * as contracts from './webhooks.contract.ts'
import { webhooks } from './webhooks.queries.ts'

export const listWebhooks = implement(contracts.listWebhooks, async (ctx, { limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(webhooks, [ctx.org, after, limit + 1]), limit, (row) => [row.id])
})
