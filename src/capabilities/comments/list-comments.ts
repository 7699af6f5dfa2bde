import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import { requireAnyItem } from '../work-items/require-any-item.ts'
import * as contracts from './comments.contract.ts'
import { newest } from './comments.queries.ts'
import { namedComments } from './named-comments.ts'

export const listComments = implement(contracts.listComments, async (ctx, { item: name, kind, limit, cursor }) => {
  const item = await requireAnyItem(ctx, name, 'read', kind)
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(newest, [ctx.org, item.id, before, limit + 1])
  const page = nextPage(rows, limit, (row) => [row.id])
  return { ...page, items: await namedComments(ctx, page.items) }
})
