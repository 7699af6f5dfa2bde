import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './passkeys.contract.ts'
import * as queries from './passkeys.queries.ts'

export const listPasskeys = implement(contracts.listPasskeys, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(queries.listPasskeys, [userOf(ctx), before, limit + 1]), limit, (row) => [row.id])
})
