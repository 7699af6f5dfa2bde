import { type Context, userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { digest } from '../../../platform/secrets.ts'
import { inviteRevoked, named } from './invites.events.ts'
import * as queries from './invites.queries.ts'
import { detachTeam as forget, type InviteRow, type OpenInvite, revokeInvitesOf as revoke } from './invites.queries.ts'
import { newInvite, type NewInvite } from './new-invite.ts'

/** The invite of a link, unless it was answered, revoked or has expired. Holding the link proves no address. */
export function findOpenInvite(ctx: Context, token: string): Promise<OpenInvite | undefined> {
  return ctx.tx.row(queries.openInvite, { hash: digest(token), token: null, now: ctx.clock.now() })
}

/** Whether the link is open to the caller; one for whoever holds it is theirs alone from now on. */
export async function holdInvite(ctx: Context, token: string): Promise<boolean> {
  const held = await ctx.tx.row(queries.holdInvite, { hash: digest(token), now: ctx.clock.now() })
  return Boolean(held?.id)
}

/** An open invite that the caller may answer; whatever else the token may be, the answer is the same. */
export async function requireMyInvite(ctx: Context, token: string): Promise<OpenInvite> {
  const isLink = await holdInvite(ctx, token)
  const proven = await ctx.tx.row(queries.provenEmail, {})
  const invite = await ctx.tx.row(queries.openInvite, { hash: digest(token), token: isId(token) ? token : null, now: ctx.clock.now() })
  if (invite && (invite.email === null ? invite.held_by === userOf(ctx) : invite.email === proven?.email)) return invite
  // An unverified email claims nothing.
  if (!proven?.email && (isLink || isId(token))) {
    throw new Refusal('forbidden', 'Verify your email address first: open the link we emailed you.')
  }
  throw new Refusal('not_found', 'No open invitation for you here. List yours with {listMyInvites}, or ask for a new one.')
}

/** A link has no address, and its answer no field for one. */
export function toInvite<Row extends Pick<InviteRow, 'email'>>({ email, ...invite }: Row): Omit<Row, 'email'> & { email?: string } {
  return email === null ? invite : { ...invite, email }
}

/** Stores an invite to an address and has it mailed. */
export async function inviteByMail(ctx: Context, input: NewInvite & { email: string }): Promise<InviteRow & { email: string }> {
  const invite = await newInvite(ctx, input)
  await ctx.enqueue('mailInvite', { invite_id: invite.id }, { patient: true })
  return { ...invite, email: input.email }
}

/** Whoever leaves takes their open invites along: nobody comes back by one of their own. */
export async function revokeInvitesOf(ctx: Context, user: string): Promise<void> {
  for (const invite of await ctx.tx.rows(revoke, { org: ctx.org, user, now: ctx.clock.now() })) ctx.emit(inviteRevoked, named(invite))
}

/** Whoever was invited into a team that is gone is invited into the organization alone. */
export async function detachTeam(ctx: Context, team: string): Promise<void> {
  await ctx.tx.rows(forget, { org: ctx.org, team })
}
