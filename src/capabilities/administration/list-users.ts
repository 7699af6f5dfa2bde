import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './administration.contract.ts'
import { users } from './administration.queries.ts'

export const listUsers = implement(contracts.listUsers, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(users, [before, limit + 1])
  return nextPage(rows, limit, (row) => [row.id])
})
