import { requireOrganization as requireCurrent } from '../../../kernel/authorize.ts'
import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { inviteByMail, revokeInvitesOf } from '../invites/open-invite.ts'
import { requireRoom } from '../plans/entitlement.ts'
import { foundOrganization } from './found-organization.ts'
import * as contracts from './organizations.contract.ts'
import { memberAdded, memberRemoved, memberUpdated, organizationDeleted, organizationRestored } from './organizations.events.ts'
import * as queries from './organizations.queries.ts'
import { deleteMember, eraseOrganization, type MemberRow, organizationsToErase, setDeleted, updateRole } from './organizations.queries.ts'
import { lockOwners, requireAnotherOwner, requireMember, requireOwnerFor } from './require-member.ts'
import { daysToUndo, erasedBefore, requireOrganization, requireShared, undoUntil } from './require-organization.ts'
import { renameOrganization } from './update-organization.ts'

export const createOrganization = implement(contracts.createOrganization, (ctx, input) => foundOrganization(ctx, input.handle, input.name))

/** Without a handle, or with the caller's own, renames the personal organization; with a different one, creates an organization. */
export const onboard = implement(contracts.onboard, async (ctx, input) => {
  const personal = await requireOrganization(ctx, ctx.org)
  const named = input.handle === undefined || input.handle === personal.handle
  const organization = named
    ? await renameOrganization(ctx, personal, { name: input.name })
    : await foundOrganization(ctx, input.handle ?? '', input.name)
  const invites: Awaited<ReturnType<typeof inviteByMail>>[] = []
  for (const invite of input.invites) invites.push(await inviteByMail(ctx, invite))
  return { organization, invites }
})

/** Every member may leave, whatever their role, so this requires no permission in the organization. */
export const leaveOrganization = implement(contracts.leaveOrganization, async (ctx) => {
  const current = requireCurrent(ctx.principal)
  ctx.enter(ctx.principal, current.id)
  requireShared(await requireOrganization(ctx, current.id), 'Nobody leaves their own; it goes with the account.')
  const member = await requireMember(ctx, userOf(ctx))
  if (member.role === 'owner') await requireAnotherOwner(ctx, member.user_id)
  return takeOut(ctx, member)
})

export const transferOrganization = implement(contracts.transferOrganization, async (ctx, input) => {
  requireOwnerFor(ctx, 'owner')
  requireShared(await requireOrganization(ctx, ctx.org), 'Make another one and move there.')
  const next = await requireMember(ctx, input.user)
  const user = userOf(ctx)
  if (next.user_id === user) throw new Refusal('conflict', 'You are an owner already. Name another member.')
  // Locked, so that of two concurrent transfers the second finds that the caller is no longer an owner.
  const locked = await lockOwners(ctx)
  if (!locked.some((owner) => owner.user_id === user)) throw new Refusal('forbidden', 'Only an owner may hand an organization over.')
  const now = ctx.clock.now()
  await ctx.tx.rows(updateRole, { org: ctx.org, user: next.user_id, role: 'owner', now })
  await ctx.tx.rows(updateRole, { org: ctx.org, user, role: 'admin', now })
  const member = await requireMember(ctx, next.user_id)
  ctx.emit(memberUpdated, { member })
  ctx.emit(memberUpdated, { member: await requireMember(ctx, user) })
  ctx.target(member.user_id)
  return member
})

/** From now on nobody can enter it; its rows stay until it can no longer be restored. */
export const deleteOrganization = implement(contracts.deleteOrganization, async (ctx) => {
  const before = await requireOrganization(ctx, ctx.org)
  requireShared(before, 'It goes with the account: {deleteAccount}.')
  const now = ctx.clock.now()
  await ctx.tx.rows(setDeleted, { id: before.id, deleted_at: now, now })
  ctx.emit(organizationDeleted, { organization: { id: before.id, handle: before.handle, name: before.name } })
  ctx.target(before.id)
  return { ...before, deleted_at: now.toISOString(), version: before.version + 1 }
})

export const restoreOrganization = implement(contracts.restoreOrganization, async (ctx, input) => {
  const before = await requireOrganization(ctx, input.organization, true)
  if (before.role !== 'owner') throw new Refusal('forbidden', 'Only an owner may restore an organization.')
  const now = ctx.clock.now()
  if (undoUntil(before.deleted_at) <= now) {
    throw notFound('organization', input.organization, `It can be restored for ${daysToUndo} days.`)
  }
  // The caller is one of its owners.
  ctx.enter({ ...ctx.principal, organization: { id: before.id, role: before.role } }, before.id)
  await ctx.tx.rows(setDeleted, { id: before.id, deleted_at: null, now })
  const organization = await requireOrganization(ctx, before.id)
  ctx.emit(organizationRestored, { organization: { id: organization.id, handle: organization.handle, name: organization.name } })
  ctx.target(before.id)
  return organization
})

const batch = 2_000

/** One batch at a time: a large organization takes many, each in its own transaction. */
export const eraseOrganizations = implement(contracts.eraseOrganizations, async (ctx) => {
  const before = erasedBefore(ctx.clock.now())
  const organizations = await ctx.tx.rows(organizationsToErase, { before })
  for (const { id } of organizations) {
    const removed = (await ctx.tx.row(eraseOrganization, { id, before, limit: batch }))?.removed ?? 0
    if (removed > 0) return { removed, next: {} }
  }
  return { removed: 0, next: null }
})

export const addMember = implement(contracts.addMember, async (ctx, input) => {
  if (ctx.services.config.MEMBERS_ADDED === 'with_consent') {
    throw new Refusal(
      'forbidden',
      'Nobody is added to an organization unasked on this instance. Send an invitation ({createInvite}) or a link ({createInviteLink}).',
      { reason: 'needs_consent' },
    )
  }
  requireOwnerFor(ctx, input.role)
  const user = await ctx.tx.row(queries.userOfHandle, { user: input.user })
  if (!user) throw notFound('user', input.user, 'Ask for their handle; it is on their profile.')
  await requireRoom(ctx, 'members')
  if (!(await ctx.tx.row(queries.insertMember, { org: ctx.org, user: user.id, role: input.role, now: ctx.clock.now() }))) {
    throw new Refusal('conflict', 'This user is a member already. Change the role instead.')
  }
  const member = await requireMember(ctx, user.id)
  ctx.emit(memberAdded, { member })
  ctx.target(user.id)
  return member
})

export const updateMember = implement(contracts.updateMember, async (ctx, input) => {
  const before = await requireMember(ctx, input.user)
  requireOwnerFor(ctx, before.role, input.role)
  if (input.version !== undefined && input.version !== before.version) {
    throw new Refusal('stale_version', 'Someone changed this in the meantime. Read it again and retry.')
  }
  if (before.role === 'owner' && input.role !== 'owner') await requireAnotherOwner(ctx, before.user_id)
  await ctx.tx.rows(updateRole, { org: ctx.org, user: before.user_id, role: input.role, now: ctx.clock.now() })
  const member = await requireMember(ctx, before.user_id)
  ctx.emit(memberUpdated, { member })
  ctx.target(member.user_id)
  return member
})

export const removeMember = implement(contracts.removeMember, async (ctx, input) => {
  const member = await requireMember(ctx, input.user)
  requireOwnerFor(ctx, member.role)
  if (member.role === 'owner') await requireAnotherOwner(ctx, member.user_id)
  return takeOut(ctx, member)
})

/** Also revokes their open invites, so that nobody can come back through an invite of their own. */
export async function takeOut<Member extends MemberRow>(ctx: Context, member: Member): Promise<Member & { deleted_at: string }> {
  await ctx.tx.rows(deleteMember, { org: ctx.org, user_id: member.user_id })
  await revokeInvitesOf(ctx, member.user_id)
  ctx.emit(memberRemoved, { member })
  ctx.target(member.user_id)
  return { ...member, deleted_at: ctx.clock.now().toISOString() }
}
