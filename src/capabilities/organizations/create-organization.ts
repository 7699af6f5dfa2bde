import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import * as contracts from './organizations.contract.ts'
import { organizationCreated } from './organizations.events.ts'
import * as queries from './organizations.queries.ts'

export const createOrganization = implement(contracts.createOrganization, async (ctx, input) => {
  const user = userOf(ctx)
  const now = ctx.clock.now()
  const id = newId()
  ctx.enter({ ...ctx.principal, organization: { id, role: 'owner' } }, id)
  if (!(await ctx.tx.row(queries.claimHandle, [input.handle, id]))) {
    throw new Refusal('handle_taken', 'This handle is taken. Choose another.')
  }
  await ctx.tx.rows(queries.insertOrganization, [id, input.handle, input.name, now])
  await ctx.tx.rows(queries.insertMember, [id, user, 'owner', now])
  await ctx.tx.rows(queries.insertLogHead, [id])
  ctx.emit(organizationCreated, { organization: { id, handle: input.handle, name: input.name } })
  ctx.target(id)
  const row = await ctx.tx.row(queries.organizationOf, [user, id])
  if (!row) throw new Error('the organization was not stored')
  return row
})
