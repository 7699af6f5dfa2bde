import { implement } from '../../kernel/operation.ts'
import { forgetTeam } from '../invites/forget-team.ts'
import { requireLedTeam } from './require-team.ts'
import * as contracts from './teams.contract.ts'
import { namedTeam, teamDeleted } from './teams.events.ts'
import { deleteTeam as remove } from './teams.queries.ts'

export const deleteTeam = implement(contracts.deleteTeam, async (ctx, input) => {
  const team = await requireLedTeam(ctx, input.team)
  const now = ctx.clock.now()
  await ctx.tx.rows(remove, [ctx.org, team.id, now])
  await forgetTeam(ctx, team.id)
  ctx.emit(teamDeleted, namedTeam(team))
  ctx.target(team.id)
  return { ...team, version: team.version + 1, deleted_at: now.toISOString() }
})
