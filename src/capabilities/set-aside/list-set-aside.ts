import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../paging.ts'
import * as contracts from './set-aside.contract.ts'
import { undecided } from './set-aside.queries.ts'

export const listSetAside = implement(contracts.listSetAside, async (ctx, { limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(undecided, [userOf(ctx), after, limit + 1]), limit, (row) => [row.id])
})
