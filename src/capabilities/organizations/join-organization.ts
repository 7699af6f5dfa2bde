import { userOf, type Context, type OrganizationRole } from '../../kernel/context.ts'
import { memberAdded } from './organizations.events.ts'
import { insertMember } from './organizations.queries.ts'
import { requireMember } from './require-member.ts'

/** The caller becomes a member of the organization just entered; false where they are one already. */
export async function joinOrganization(ctx: Context, role: OrganizationRole): Promise<boolean> {
  const user = userOf(ctx)
  if (!(await ctx.tx.row(insertMember, [ctx.org, user, role, ctx.clock.now()]))) return false
  ctx.emit(memberAdded, { member: await requireMember(ctx, user) })
  return true
}
