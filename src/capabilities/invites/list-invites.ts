import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './invites.contract.ts'
import { invites } from './invites.queries.ts'

export const listInvites = implement(contracts.listInvites, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(invites, [ctx.org, before, limit + 1]), limit, (row) => [row.id])
})
