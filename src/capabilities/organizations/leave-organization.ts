import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { revokeInvitesOf } from '../invites/revoke-invites-of.ts'
import * as contracts from './organizations.contract.ts'
import { memberRemoved } from './organizations.events.ts'
import { deleteMember } from './organizations.queries.ts'
import { requireAnotherOwner, requireMember } from './require-member.ts'
import { requireOrganization, requireShared } from './require-organization.ts'

/** Whatever their role, whoever is in an organization may leave it: so this asks for no permission there. */
export const leaveOrganization = implement(contracts.leaveOrganization, async (ctx) => {
  const current = ctx.principal.organization
  if (!current) throw new Refusal('forbidden', 'You are not a member of this organization.')
  ctx.enter(ctx.principal, current.id)
  requireShared(await requireOrganization(ctx, current.id), 'Nobody leaves their own; it goes with the account.')
  const member = await requireMember(ctx, userOf(ctx))
  if (member.role === 'owner') await requireAnotherOwner(ctx, member.user_id)
  await ctx.tx.rows(deleteMember, [current.id, member.user_id])
  await revokeInvitesOf(ctx, member.user_id)
  ctx.emit(memberRemoved, { member })
  ctx.target(member.user_id)
  return { ...member, deleted_at: ctx.clock.now().toISOString() }
})
