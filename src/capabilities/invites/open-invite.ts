import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { digest } from '../../platform/secrets.ts'
import * as queries from './invites.queries.ts'
import type { OpenInvite } from './invites.queries.ts'

/** The invite of a mailed link, unless it was answered, withdrawn or has expired. Holding the link proves no address. */
export function findOpenInvite(ctx: Context, token: string): Promise<OpenInvite | undefined> {
  return ctx.tx.row(queries.openInvite, [digest(token), null, ctx.clock.now()])
}

/** An open invite to the caller's proven address; whatever else the token may be, the answer is the same. */
export async function requireMyInvite(ctx: Context, token: string): Promise<OpenInvite> {
  const email = await requireProvenEmail(ctx)
  const invite = await ctx.tx.row(queries.openInvite, [digest(token), isId(token) ? token : null, ctx.clock.now()])
  if (invite?.email === email) return invite
  throw new Refusal('not_found', 'No open invitation to your e-mail address here. List yours with GET /api/invites, or ask for a new one.')
}

/** An unverified e-mail claims nothing. */
export async function requireProvenEmail(ctx: Context): Promise<string> {
  const row = await ctx.tx.row(queries.provenEmail, [])
  if (row?.email) return row.email
  throw new Refusal('forbidden', 'Prove your e-mail address first: open the link in the mail that was sent to it.')
}
