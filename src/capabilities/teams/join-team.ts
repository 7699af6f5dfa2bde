import { userOf, type Context } from '../../kernel/context.ts'
import { teamMemberAdded } from './teams.events.ts'
import { insertTeamMember } from './teams.queries.ts'

/** The caller, a member of the organization, becomes one of the team. */
export async function joinTeam(ctx: Context, team: string, role: 'lead' | 'member'): Promise<void> {
  const user = userOf(ctx)
  await ctx.tx.rows(insertTeamMember, [ctx.org, team, user, role, ctx.clock.now()])
  ctx.emit(teamMemberAdded, { member: { team_id: team, user_id: user, role } })
}
