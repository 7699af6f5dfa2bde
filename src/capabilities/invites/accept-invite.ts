import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { joinOrganization } from '../organizations/join-organization.ts'
import { joinTeam } from '../teams/join-team.ts'
import * as contracts from './invites.contract.ts'
import { inviteAccepted, named } from './invites.events.ts'
import { acceptInvite as accept } from './invites.queries.ts'
import { requireMyInvite } from './open-invite.ts'

export const acceptInvite = implement(contracts.acceptInvite, async (ctx, { token }) => {
  const invite = await requireMyInvite(ctx, token)
  const now = ctx.clock.now()
  // The invite says that the caller belongs there.
  ctx.enter({ ...ctx.principal, organization: { id: invite.org_id, role: invite.role } }, invite.org_id)
  if (!(await joinOrganization(ctx, invite.role))) throw new Refusal('conflict', 'You are a member of this organization already.')
  if (invite.team_id && invite.team_role) await joinTeam(ctx, invite.team_id, invite.team_role)
  // Last: the walls let somebody in only while the invite is open.
  await ctx.tx.rows(accept, [invite.org_id, invite.id, now, userOf(ctx)])
  ctx.emit(inviteAccepted, named(invite))
  ctx.target(invite.id)
  return { organization_id: invite.org_id, role: invite.role, accepted_at: now.toISOString() }
})
