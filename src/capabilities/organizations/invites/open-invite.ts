import { type Context, userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { digest } from '../../../platform/secrets.ts'
import { inviteRevoked, named } from './invites.events.ts'
import * as queries from './invites.queries.ts'
import { detachTeam as forget, type InviteRow, type OpenInvite, revokeInvitesOf as revoke } from './invites.queries.ts'
import { newInvite, type NewInvite } from './new-invite.ts'

/** The invite of a link, unless it was answered, revoked or has expired. Holding the link doesn't prove an email address. */
export function findOpenInvite(ctx: Context, token: string): Promise<OpenInvite | undefined> {
  return ctx.tx.row(queries.openInvite, { hash: digest(token), token: null, now: ctx.clock.now() })
}

/** Whether the link is open to the caller; a link for whoever holds it is reserved for them from now on. */
export async function holdInvite(ctx: Context, token: string): Promise<boolean> {
  const held = await ctx.tx.row(queries.holdInvite, { hash: digest(token), now: ctx.clock.now() })
  return Boolean(held?.id)
}

/** An open invite that the caller may answer; anything else that the token may be gets the same refusal. */
export async function requireMyInvite(ctx: Context, token: string): Promise<OpenInvite> {
  const isLink = await holdInvite(ctx, token)
  const proven = await ctx.tx.row(queries.provenEmail, {})
  const invite = await ctx.tx.row(queries.openInvite, { hash: digest(token), token: isId(token) ? token : null, now: ctx.clock.now() })
  if (invite && (invite.email === null ? invite.held_by === userOf(ctx) : invite.email === proven?.email)) return invite
  // An unverified email address entitles to nothing.
  if (!proven?.email && (isLink || isId(token))) {
    throw new Refusal('forbidden', 'Verify your email address first: open the link we emailed you.')
  }
  throw new Refusal('not_found', 'No open invitation for you here. List yours with {listMyInvites}, or ask for a new one.')
}

/** A link has no address, so the field is omitted. */
export function toInvite<Row extends Pick<InviteRow, 'email'>>({ email, ...invite }: Row): Omit<Row, 'email'> & { email?: string } {
  return email === null ? invite : { ...invite, email }
}

/** Stores an invite to an address and enqueues its mail. */
export async function inviteByMail(ctx: Context, input: NewInvite & { email: string }): Promise<InviteRow & { email: string }> {
  const invite = await newInvite(ctx, input)
  await ctx.enqueue('mailInvite', { invite_id: invite.id }, { patient: true })
  return { ...invite, email: input.email }
}

/** Someone who leaves loses their open invites, so that nobody can come back through an invite of their own. */
export async function revokeInvitesOf(ctx: Context, user: string): Promise<void> {
  for (const invite of await ctx.tx.rows(revoke, { org: ctx.org, user, now: ctx.clock.now() })) ctx.emit(inviteRevoked, named(invite))
}

/** Invites into a deleted team become invites into the organization only. */
export async function detachTeam(ctx: Context, team: string): Promise<void> {
  await ctx.tx.rows(forget, { org: ctx.org, team })
}
