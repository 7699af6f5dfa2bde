import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './organizations.contract.ts'
import { memberUpdated } from './organizations.events.ts'
import { updateRole } from './organizations.queries.ts'
import { requireAnotherOwner, requireMember, requireOwnerFor } from './require-member.ts'

export const updateMember = implement(contracts.updateMember, async (ctx, input) => {
  const before = await requireMember(ctx, input.user)
  requireOwnerFor(ctx, before.role, input.role)
  if (input.version !== undefined && input.version !== before.version) {
    throw new Refusal('stale_version', 'Somebody changed this in the meantime. Read it again and repeat.')
  }
  if (before.role === 'owner' && input.role !== 'owner') await requireAnotherOwner(ctx, before.user_id)
  await ctx.tx.rows(updateRole, [ctx.org, before.user_id, input.role, ctx.clock.now()])
  const member = await requireMember(ctx, before.user_id)
  ctx.emit(memberUpdated, { member })
  ctx.target(member.user_id)
  return member
})
