import { type Context, userOf } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { endOfSession, impersonationById, insertImpersonation, type ImpersonationRow } from './impersonations.queries.ts'

/** Bound to the caller's login session; an earlier impersonation by that session ends. */
export async function beginImpersonation(ctx: Context, user: string, reason: string, minutes: number): Promise<ImpersonationRow> {
  const [now, administrator, session, id] = [ctx.clock.now(), userOf(ctx), ctx.principal.credential.id, newId()]
  await ctx.tx.rows(endOfSession, { session, by: administrator, now })
  const ends_at = new Date(now.getTime() + minutes * 60_000)
  await ctx.tx.rows(insertImpersonation, { id, session, administrator, user, reason, now, ends_at })
  await ctx.enqueue('tellOfImpersonation', { impersonation_id: id })
  return ctx.tx.one(impersonationById, { id })
}
