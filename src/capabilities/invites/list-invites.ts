import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './invites.contract.ts'
import { invites } from './invites.queries.ts'
import { toInvite } from './to-invite.ts'

export const listInvites = implement(contracts.listInvites, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(invites, [ctx.org, before, limit + 1])
  return nextPage(rows.map(toInvite), limit, (row) => [row.id])
})
