import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { requireOrganization } from '../organizations/require-organization.ts'
import { inviteCreated, named } from './invites.events.ts'
import * as queries from './invites.queries.ts'
import type { InviteRow } from './invites.queries.ts'

const day = 86_400_000
const lastsDays = 7
/** Invites per day: by one organization, by one person across all organizations, and to one address from anybody. */
const maxInvitesPerDay = { organization: 100, inviter: 100, recipient: 5 }

export interface NewInvite {
  /** Recipient of the mail; without an address it is a link to hand over. */
  email?: string
  label?: string
  role: 'admin' | 'member' | 'viewer'
  team?: { id: string; role: 'lead' | 'member' }
}

/** Stores an invite into the current organization. */
export async function newInvite(ctx: Context, { email, label = '', role, team }: NewInvite): Promise<InviteRow> {
  const now = ctx.clock.now()
  const { sandbox } = await requireOrganization(ctx, ctx.org)
  if (sandbox) throw new Refusal('conflict', 'A sandbox has the members of its organization. Invite them there.')
  await requireAllowance(ctx, email ?? null, new Date(now.getTime() - day))
  if (email) await ctx.tx.rows(queries.closeExpired, { org: ctx.org, email, now })
  const expires = new Date(now.getTime() + lastsDays * day)
  const values = {
    org: ctx.org,
    id: newId(),
    email: email ?? null,
    role,
    team: team?.id ?? null,
    team_role: team?.role ?? null,
    user: userOf(ctx),
    now,
    expires_at: expires,
    label,
  }
  const invite = await ctx.tx.row(queries.insertInvite, values)
  if (!invite) throw new Refusal('conflict', 'This address is invited already. Revoke that invitation first, or wait for the answer.')
  ctx.emit(inviteCreated, named(invite))
  ctx.target(invite.id)
  return invite
}

async function requireAllowance(ctx: Context, email: string | null, since: Date): Promise<void> {
  const recent = await ctx.tx.row(queries.countRecent, { org: ctx.org, since })
  if ((recent?.count ?? 0) >= maxInvitesPerDay.organization)
    throw tooMany(`An organization may invite ${maxInvitesPerDay.organization} people a day.`)
  // The limits below only concern mail to strangers.
  if (!ctx.services.mail.on) return
  // Serializes concurrent requests, so that they are counted one after another.
  await ctx.tx.rows(queries.lockInviter, { user: userOf(ctx) })
  const { made = 0, received = 0 } = (await ctx.tx.row(queries.recentInvites, { email, since })) ?? {}
  if (made >= maxInvitesPerDay.inviter) throw tooMany(`You may invite ${maxInvitesPerDay.inviter} people a day.`)
  if (received >= maxInvitesPerDay.recipient)
    throw tooMany('This address has been sent enough invitations today. Share an invite link instead.')
}

const tooMany = (message: string): Refusal => new Refusal('rate_limited', `${message} Try again tomorrow.`, { retry_after: day / 1000 })
