import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './organizations.contract.ts'
import { memberUpdated } from './organizations.events.ts'
import { updateRole } from './organizations.queries.ts'
import { lockOwners, requireMember, requireOwnerFor } from './require-member.ts'
import { requireOrganization, requireShared } from './require-organization.ts'

export const transferOrganization = implement(contracts.transferOrganization, async (ctx, input) => {
  requireOwnerFor(ctx, 'owner')
  requireShared(await requireOrganization(ctx, ctx.org), 'Make another one and move there.')
  const next = await requireMember(ctx, input.user)
  const user = userOf(ctx)
  if (next.user_id === user) throw new Refusal('conflict', 'You are an owner already. Name another member.')
  // Locked, so that of two transfers at once the second finds that the caller owns nothing any more.
  const locked = await lockOwners(ctx)
  if (!locked.some((owner) => owner.user_id === user)) throw new Refusal('forbidden', 'Only an owner may hand an organization over.')
  const now = ctx.clock.now()
  await ctx.tx.rows(updateRole, [ctx.org, next.user_id, 'owner', now])
  await ctx.tx.rows(updateRole, [ctx.org, user, 'admin', now])
  const member = await requireMember(ctx, next.user_id)
  ctx.emit(memberUpdated, { member })
  ctx.emit(memberUpdated, { member: await requireMember(ctx, user) })
  ctx.target(member.user_id)
  return member
})
