import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './oauth-server.contract.ts'
import { listGrants } from './oauth-server.queries.ts'

export const listOauthGrants = implement(contracts.listOauthGrants, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(listGrants, [userOf(ctx), before, limit + 1]), limit, (row) => [row.id])
})
