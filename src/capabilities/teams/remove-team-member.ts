import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { requireMember } from '../organizations/require-member.ts'
import { requireLedTeam, requireTeam, requireTeamMember } from './require-team.ts'
import * as contracts from './teams.contract.ts'
import { teamMemberRemoved } from './teams.events.ts'
import { deleteTeamMember } from './teams.queries.ts'

export const removeTeamMember = implement(contracts.removeTeamMember, async (ctx, input) => {
  const { user_id } = await requireMember(ctx, input.user)
  // Nobody is kept in a team.
  const team = user_id === userOf(ctx) ? await requireTeam(ctx, input.team) : await requireLedTeam(ctx, input.team)
  const member = await requireTeamMember(ctx, team, user_id)
  await ctx.tx.rows(deleteTeamMember, [ctx.org, team.id, user_id])
  ctx.emit(teamMemberRemoved, { member: { team_id: team.id, user_id, role: member.role } })
  ctx.target(team.id)
  return { ...member, deleted_at: ctx.clock.now().toISOString() }
})
