import { implement } from '../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../paging.ts'
import { requireTeam } from './require-team.ts'
import * as contracts from './teams.contract.ts'
import { teamMembers } from './teams.queries.ts'

export const listTeamMembers = implement(contracts.listTeamMembers, async (ctx, { team: name, limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  const team = await requireTeam(ctx, name)
  return nextPage(await ctx.tx.rows(teamMembers, [ctx.org, team.id, after, limit + 1]), limit, (row) => [row.user_id])
})
