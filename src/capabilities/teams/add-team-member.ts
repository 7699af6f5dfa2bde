import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireMember } from '../organizations/require-member.ts'
import { requireLedTeam, requireTeamMember } from './require-team.ts'
import * as contracts from './teams.contract.ts'
import { teamMemberAdded } from './teams.events.ts'
import { insertTeamMember, type TeamMemberRow, type TeamRow } from './teams.queries.ts'

export const addTeamMember = implement(contracts.addTeamMember, async (ctx, input) =>
  addToTeam(ctx, await requireLedTeam(ctx, input.team), input.user, input.role),
)

export async function addToTeam(ctx: Context, team: TeamRow, name: string, role: 'lead' | 'member'): Promise<TeamMemberRow> {
  const { user_id } = await requireMember(ctx, name)
  await ctx.tx.rows(insertTeamMember, [ctx.org, team.id, user_id, role, ctx.clock.now()]).catch((error: unknown) => {
    if ((error as { code?: string }).code !== '23505') throw error
    throw new Refusal('conflict', 'This user is in the team already. Change the role instead.')
  })
  const member = await requireTeamMember(ctx, team, user_id)
  ctx.emit(teamMemberAdded, { member: { team_id: team.id, user_id, role } })
  ctx.target(team.id)
  return member
}
