import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../paging.ts'
import * as contracts from './teams.contract.ts'
import { teams } from './teams.queries.ts'

export const listTeams = implement(contracts.listTeams, async (ctx, { mine, limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(teams, [ctx.org, userOf(ctx), after, mine, limit + 1]), limit, (row) => [row.id])
})
