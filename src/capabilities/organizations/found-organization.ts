import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../platform/ids.ts'
import { organizationCreated } from './organizations.events.ts'
import * as queries from './organizations.queries.ts'
import type { OrganizationRow } from './organizations.queries.ts'
import { requireOrganization } from './require-organization.ts'

/** Makes an organization with the caller as its owner, and enters it. */
export async function foundOrganization(ctx: Context, handle: string, name: string): Promise<OrganizationRow> {
  const user = userOf(ctx)
  const now = ctx.clock.now()
  const id = newId()
  ctx.enter({ ...ctx.principal, organization: { id, role: 'owner' } }, id)
  if (!(await ctx.tx.row(queries.claimHandle, [handle, id]))) {
    throw new Refusal('handle_taken', 'This handle is taken. Choose another.')
  }
  await ctx.tx.rows(queries.insertOrganization, [id, handle, name, now])
  await ctx.tx.rows(queries.insertMember, [id, user, 'owner', now])
  await ctx.tx.rows(queries.insertLogHead, [id])
  ctx.emit(organizationCreated, { organization: { id, handle, name } })
  ctx.target(id)
  return requireOrganization(ctx, id)
}
