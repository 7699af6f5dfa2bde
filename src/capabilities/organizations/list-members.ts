import { implement } from '../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../paging.ts'
import * as contracts from './organizations.contract.ts'
import { members } from './organizations.queries.ts'

export const listMembers = implement(contracts.listMembers, async (ctx, { limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(members, [ctx.org, after, limit + 1]), limit, (row) => [row.user_id])
})
