import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './tokens.contract.ts'
import { listTokens } from './tokens.queries.ts'

export const listApiKeys = implement(contracts.listApiKeys, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(listTokens, [userOf(ctx), 'api_key', before, limit + 1]), limit, (row) => [row.id])
})
