import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../../paging.ts'
import { requireTeam } from './require-team.ts'
import * as contracts from './teams.contract.ts'
import { teamMembers, teams } from './teams.queries.ts'

export const listTeams = implement(contracts.listTeams, async (ctx, { mine, limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(teams, { org: ctx.org, user: userOf(ctx), after, mine, limit: limit + 1 }), limit, (row) => [row.id])
})

export const getTeam = implement(contracts.getTeam, (ctx, input) => requireTeam(ctx, input.team))

export const listTeamMembers = implement(contracts.listTeamMembers, async (ctx, { team: name, limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  const team = await requireTeam(ctx, name)
  return nextPage(await ctx.tx.rows(teamMembers, { org: ctx.org, team: team.id, after, limit: limit + 1 }), limit, (row) => [row.user_id])
})
