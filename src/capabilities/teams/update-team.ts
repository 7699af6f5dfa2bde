import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireLedTeam, requireTeam } from './require-team.ts'
import * as contracts from './teams.contract.ts'
import { namedTeam, teamUpdated } from './teams.events.ts'
import { updateTeam as update } from './teams.queries.ts'

export const updateTeam = implement(contracts.updateTeam, async (ctx, input) => {
  const before = await requireLedTeam(ctx, input.team)
  if (input.version !== undefined && input.version !== before.version) {
    throw new Refusal('stale_version', 'Somebody changed this team in the meantime. Read it again and repeat.')
  }
  const { name = before.name, description = before.description } = input
  ctx.target(before.id)
  if (name === before.name && description === before.description) return before
  await ctx.tx.rows(update, [ctx.org, before.id, name, description, ctx.clock.now()])
  const after = await requireTeam(ctx, before.id)
  ctx.emit(teamUpdated, namedTeam(after))
  return after
})
