import { type Context, type OrganizationRole, userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { requireRoom } from '../plans/entitlement.ts'
import { memberAdded, organizationCreated } from './organizations.events.ts'
import * as queries from './organizations.queries.ts'
import { insertMember, type OrganizationRow } from './organizations.queries.ts'
import { requireMember } from './require-member.ts'
import { requireOrganization } from './require-organization.ts'

/** Creates an organization with the caller as its owner, and enters it. */
export async function foundOrganization(ctx: Context, handle: string, name: string): Promise<OrganizationRow> {
  const user = userOf(ctx)
  const now = ctx.clock.now()
  const id = newId()
  ctx.enter({ ...ctx.principal, organization: { id, role: 'owner' } }, id)
  if (!(await ctx.tx.row(queries.claimHandle, { handle, id }))) {
    throw new Refusal('handle_taken', 'This handle is taken. Choose another.')
  }
  await ctx.tx.rows(queries.insertOrganization, { id, handle, name, now })
  await ctx.tx.rows(queries.insertMember, { org: id, user, role: 'owner', now })
  await ctx.tx.rows(queries.insertLogHead, { org: id })
  ctx.emit(organizationCreated, { organization: { id, handle, name } })
  ctx.target(id)
  return requireOrganization(ctx, id)
}

/** Makes the caller a member of the organization just entered; false if they already are one. */
export async function joinOrganization(ctx: Context, role: OrganizationRole): Promise<boolean> {
  const user = userOf(ctx)
  await requireRoom(ctx, 'members')
  if (!(await ctx.tx.row(insertMember, { org: ctx.org, user, role, now: ctx.clock.now() }))) return false
  ctx.emit(memberAdded, { member: await requireMember(ctx, user) })
  return true
}
