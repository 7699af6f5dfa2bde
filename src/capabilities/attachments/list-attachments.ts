import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import { requireAnyItem } from '../work-items/require-any-item.ts'
import * as contracts from './attachments.contract.ts'
import { newest } from './attachments.queries.ts'

export const listAttachments = implement(contracts.listAttachments, async (ctx, { item: name, kind, limit, cursor }) => {
  const item = await requireAnyItem(ctx, name, 'read', kind)
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(newest, [ctx.org, item.id, before, limit + 1]), limit, (row) => [row.id])
})
