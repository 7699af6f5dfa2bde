import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { digest } from '../../platform/secrets.ts'
import * as queries from './invites.queries.ts'
import type { OpenInvite } from './invites.queries.ts'

/** The invite of a link, unless it was answered, revoked or has expired. Holding the link proves no address. */
export function findOpenInvite(ctx: Context, token: string): Promise<OpenInvite | undefined> {
  return ctx.tx.row(queries.openInvite, [digest(token), null, ctx.clock.now()])
}

/** Whether the link is open to the caller; one for whoever holds it is theirs alone from now on. */
export async function holdInvite(ctx: Context, token: string): Promise<boolean> {
  const held = await ctx.tx.row(queries.holdInvite, [digest(token), ctx.clock.now()])
  return Boolean(held?.id)
}

/** An open invite that the caller may answer; whatever else the token may be, the answer is the same. */
export async function requireMyInvite(ctx: Context, token: string): Promise<OpenInvite> {
  const isLink = await holdInvite(ctx, token)
  const proven = await ctx.tx.row(queries.provenEmail, [])
  const invite = await ctx.tx.row(queries.openInvite, [digest(token), isId(token) ? token : null, ctx.clock.now()])
  if (invite && (invite.email === null ? invite.held_by === userOf(ctx) : invite.email === proven?.email)) return invite
  // An unverified e-mail claims nothing.
  if (!proven?.email && (isLink || isId(token))) {
    throw new Refusal('forbidden', 'Prove your e-mail address first: open the link in the mail that was sent to it.')
  }
  throw new Refusal('not_found', 'No open invitation for you here. List yours with GET /api/invites, or ask for a new one.')
}
