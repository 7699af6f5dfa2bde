import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './invites.contract.ts'
import { inviteRevoked, named } from './invites.events.ts'
import { revokeInvite as revoke } from './invites.queries.ts'
import { toInvite } from './to-invite.ts'

export const revokeInvite = implement(contracts.revokeInvite, async (ctx, input) => {
  const invite = await ctx.tx.row(revoke, [ctx.org, input.invite, ctx.clock.now()])
  if (!invite) throw notFound('invite', input.invite, 'List those that are open with GET /api/organization/invites.')
  ctx.emit(inviteRevoked, named(invite))
  ctx.target(invite.id)
  return { ...toInvite(invite), deleted_at: invite.updated_at }
})
