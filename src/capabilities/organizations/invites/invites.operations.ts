import { userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { joinOrganization } from '../organizations/found-organization.ts'
import { joinTeam, requireTeam } from '../teams/require-team.ts'
import * as contracts from './invites.contract.ts'
import { inviteAccepted, inviteDeclined, inviteRevoked, named } from './invites.events.ts'
import {
  acceptInvite as accept,
  addLink,
  declineInvite as decline,
  invites,
  invitesTo,
  provenEmail,
  revokeInvite as revoke,
  shownInvite,
} from './invites.queries.ts'
import { newInvite } from './new-invite.ts'
import { inviteByMail, requireMyInvite, toInvite } from './open-invite.ts'

export const createInvite = implement(contracts.createInvite, (ctx, input) => inviteByMail(ctx, input))

export const createInviteLink = implement(contracts.createInviteLink, async (ctx, { role, team, label }) => {
  const joined = team === undefined ? undefined : { id: (await requireTeam(ctx, team)).id, role: 'member' as const }
  const invite = await newInvite(ctx, { role, label, ...(joined && { team: joined }) })
  const secret = newSecret()
  await ctx.tx.rows(addLink, { invite: invite.id, hash: digest(secret), now: ctx.clock.now() })
  return { ...toInvite(invite), url: `${ctx.services.config.APP_URL}/invite#${secret}` }
})

export const listInvites = implement(contracts.listInvites, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(invites, { org: ctx.org, before, limit: limit + 1 })
  return nextPage(rows.map(toInvite), limit, (row) => [row.id])
})

export const revokeInvite = implement(contracts.revokeInvite, async (ctx, input) => {
  const invite = await ctx.tx.row(revoke, { org: ctx.org, invite: input.invite, now: ctx.clock.now() })
  if (!invite) throw notFound('invite', input.invite, 'List those that are open with {listInvites}.')
  ctx.emit(inviteRevoked, named(invite))
  ctx.target(invite.id)
  return { ...toInvite(invite), deleted_at: invite.updated_at }
})

export const listMyInvites = implement(contracts.listMyInvites, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const proven = await ctx.tx.row(provenEmail, {})
  const rows = await ctx.tx.rows(invitesTo, {
    email: proven?.email ?? null,
    now: ctx.clock.now(),
    before,
    limit: limit + 1,
    user: userOf(ctx),
  })
  return nextPage(rows.map(toInvite), limit, (row) => [row.id])
})

export const getInvite = implement(contracts.getInvite, async (ctx, { token }) => {
  const invite = await ctx.tx.row(shownInvite, { hash: digest(token), now: ctx.clock.now() })
  if (invite) return toInvite(invite)
  throw new Refusal('not_found', 'This invitation was answered, revoked or has expired. Ask the person who invited you for a new one.')
})

export const acceptInvite = implement(contracts.acceptInvite, async (ctx, { token }) => {
  const invite = await requireMyInvite(ctx, token)
  const now = ctx.clock.now()
  // The invite entitles the caller to enter the organization.
  ctx.enter({ ...ctx.principal, organization: { id: invite.org_id, role: invite.role } }, invite.org_id)
  if (!(await joinOrganization(ctx, invite.role))) throw new Refusal('conflict', 'You are a member of this organization already.')
  if (invite.team_id && invite.team_role) await joinTeam(ctx, invite.team_id, invite.team_role)
  // Last, because row-level security lets the caller in only while the invite is open.
  await ctx.tx.rows(accept, { org: invite.org_id, id: invite.id, now, user: userOf(ctx) })
  ctx.emit(inviteAccepted, named(invite))
  ctx.target(invite.id)
  return { organization_id: invite.org_id, role: invite.role, accepted_at: now.toISOString() }
})

export const declineInvite = implement(contracts.declineInvite, async (ctx, { token }) => {
  const invite = await requireMyInvite(ctx, token)
  const now = ctx.clock.now()
  // The answer belongs in the log of the organization that invited.
  ctx.enter(ctx.principal, invite.org_id)
  await ctx.tx.rows(decline, { org: invite.org_id, id: invite.id, now })
  ctx.emit(inviteDeclined, named(invite))
  ctx.target(invite.id)
  return { organization_id: invite.org_id, declined_at: now.toISOString() }
})
