import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireLedTeam, requireTeamMember } from './require-team.ts'
import * as contracts from './teams.contract.ts'
import { teamMemberUpdated } from './teams.events.ts'
import { updateTeamMember as update } from './teams.queries.ts'

export const updateTeamMember = implement(contracts.updateTeamMember, async (ctx, input) => {
  const team = await requireLedTeam(ctx, input.team)
  const before = await requireTeamMember(ctx, team, input.user)
  if (input.version !== undefined && input.version !== before.version) {
    throw new Refusal('stale_version', 'Somebody changed this in the meantime. Read it again and repeat.')
  }
  await ctx.tx.rows(update, [ctx.org, team.id, before.user_id, input.role, ctx.clock.now()])
  const member = await requireTeamMember(ctx, team, before.user_id)
  ctx.emit(teamMemberUpdated, { member: { team_id: team.id, user_id: member.user_id, role: member.role } })
  ctx.target(team.id)
  return member
})
