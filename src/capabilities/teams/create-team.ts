import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { joinTeam } from './join-team.ts'
import { requireTeam } from './require-team.ts'
import * as contracts from './teams.contract.ts'
import { namedTeam, teamCreated } from './teams.events.ts'
import * as queries from './teams.queries.ts'

export const createTeam = implement(contracts.createTeam, async (ctx, { name, handle, description = '' }) => {
  const id = newId()
  const taken = new Refusal('handle_taken', 'This handle is taken. Choose another.')
  // A deleted team of this organization keeps its handle.
  await ctx.tx.rows(queries.insertTeam, [ctx.org, id, handle, name, description, userOf(ctx), ctx.clock.now()]).catch((error: unknown) => {
    throw (error as { code?: string }).code === '23505' ? taken : error
  })
  if (!(await ctx.tx.row(queries.claimHandle, [handle, id]))) throw taken
  ctx.emit(teamCreated, namedTeam({ id, handle, name, description }))
  await joinTeam(ctx, id, 'lead')
  ctx.target(id)
  return requireTeam(ctx, id)
})
