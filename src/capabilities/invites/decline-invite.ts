import { implement } from '../../kernel/operation.ts'
import * as contracts from './invites.contract.ts'
import { inviteDeclined, named } from './invites.events.ts'
import { declineInvite as decline } from './invites.queries.ts'
import { requireMyInvite } from './open-invite.ts'

export const declineInvite = implement(contracts.declineInvite, async (ctx, { token }) => {
  const invite = await requireMyInvite(ctx, token)
  const now = ctx.clock.now()
  // Those who invited read the answer in their log.
  ctx.enter(ctx.principal, invite.org_id)
  await ctx.tx.rows(decline, [invite.org_id, invite.id, now])
  ctx.emit(inviteDeclined, named(invite))
  ctx.target(invite.id)
  return { organization_id: invite.org_id, declined_at: now.toISOString() }
})
