import { implement } from '../../kernel/operation.ts'
import { decodeCursor, nextPage } from '../paging.ts'
import * as contracts from './administration.contract.ts'
import { users } from './administration.queries.ts'

const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const listUsers = implement(contracts.listUsers, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [last]
  const rows = await ctx.tx.rows(users, [before, limit + 1])
  return nextPage(rows, limit, (row) => [row.id])
})
