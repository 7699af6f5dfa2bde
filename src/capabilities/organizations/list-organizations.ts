import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../paging.ts'
import * as contracts from './organizations.contract.ts'
import { organizationsOf } from './organizations.queries.ts'

export const listOrganizations = implement(contracts.listOrganizations, async (ctx, { deleted, limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(organizationsOf, [userOf(ctx), after, limit + 1, deleted]), limit, (row) => [row.id])
})
