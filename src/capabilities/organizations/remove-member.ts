import { implement } from '../../kernel/operation.ts'
import { revokeInvitesOf } from '../invites/revoke-invites-of.ts'
import * as contracts from './organizations.contract.ts'
import { memberRemoved } from './organizations.events.ts'
import { deleteMember } from './organizations.queries.ts'
import { requireAnotherOwner, requireMember, requireOwnerFor } from './require-member.ts'

export const removeMember = implement(contracts.removeMember, async (ctx, input) => {
  const member = await requireMember(ctx, input.user)
  requireOwnerFor(ctx, member.role)
  if (member.role === 'owner') await requireAnotherOwner(ctx, member.user_id)
  await ctx.tx.rows(deleteMember, [ctx.org, member.user_id])
  await revokeInvitesOf(ctx, member.user_id)
  ctx.emit(memberRemoved, { member })
  ctx.target(member.user_id)
  return { ...member, deleted_at: ctx.clock.now().toISOString() }
})
