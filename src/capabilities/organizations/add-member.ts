import { Refusal, notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './organizations.contract.ts'
import { memberAdded } from './organizations.events.ts'
import * as queries from './organizations.queries.ts'
import { requireMember, requireOwnerFor } from './require-member.ts'

export const addMember = implement(contracts.addMember, async (ctx, input) => {
  if (ctx.services.config.MEMBERS_ADDED === 'with_consent') {
    throw new Refusal(
      'forbidden',
      'Nobody is added to an organization unasked on this instance. Send an invitation (POST /api/organization/invites) or a link (POST /api/organization/invites/links).',
      { reason: 'needs_consent' },
    )
  }
  requireOwnerFor(ctx, input.role)
  const user = await ctx.tx.row(queries.userOfHandle, [input.user])
  if (!user) throw notFound('user', input.user, 'Ask for their handle; it is on their profile.')
  if (!(await ctx.tx.row(queries.insertMember, [ctx.org, user.id, input.role, ctx.clock.now()]))) {
    throw new Refusal('conflict', 'This user is a member already. Change the role instead.')
  }
  const member = await requireMember(ctx, user.id)
  ctx.emit(memberAdded, { member })
  ctx.target(user.id)
  return member
})
