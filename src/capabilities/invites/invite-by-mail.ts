import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inviteCreated, named } from './invites.events.ts'
import * as queries from './invites.queries.ts'
import type { InviteRow } from './invites.queries.ts'

const day = 86_400_000
const lastsDays = 7
const mostADay = 100

interface NewInvite {
  email: string
  role: 'admin' | 'member' | 'viewer'
  team?: { id: string; role: 'lead' | 'member' }
}

/** Stores an invite into the current organization and has it mailed. */
export async function inviteByMail(ctx: Context, { email, role, team }: NewInvite): Promise<InviteRow> {
  const now = ctx.clock.now()
  const recent = await ctx.tx.row(queries.countRecent, [ctx.org, new Date(now.getTime() - day)])
  if ((recent?.count ?? 0) >= mostADay) {
    throw new Refusal('rate_limited', `An organization may invite ${mostADay} people a day. Try again tomorrow.`, { retry_after: 86_400 })
  }
  await ctx.tx.rows(queries.closeExpired, [ctx.org, email, now])
  const expires = new Date(now.getTime() + lastsDays * day)
  const values = [ctx.org, newId(), email, role, team?.id ?? null, team?.role ?? null, userOf(ctx), now, expires]
  const invite = await ctx.tx.row(queries.insertInvite, values)
  if (!invite) throw new Refusal('conflict', 'This address is invited already. Withdraw that invitation first, or wait for the answer.')
  await ctx.enqueue('mailInvite', { invite_id: invite.id })
  ctx.emit(inviteCreated, named(invite))
  ctx.target(invite.id)
  return invite
}
