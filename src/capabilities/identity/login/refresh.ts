import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { digest } from '../../../platform/secrets.ts'
import * as contracts from './login.contract.ts'
import { sessionEnded } from './login.events.ts'
import * as queries from './login.queries.ts'
import { principalOf } from './open-account.ts'
import { accountOf, idleDays, later, toMe } from './open-session.ts'

const graceMilliseconds = 30_000

/** Rotates the refresh token. A genuine one that was replaced before the grace period means two holders, one a thief: the session ends. */
export const refresh = implement(contracts.refresh, async (ctx, { refresh_token: given }) => {
  const now = ctx.clock.now()
  if (!given) throw new Refusal('invalid', 'Send refresh_token, or the cookie of a browser that logged in with one.')
  const session = await sessionOf(ctx, given)
  const refused = () => new Refusal('unauthenticated', 'This refresh token is no longer valid. Log in again.')
  if (!session || session.ended_at || new Date(session.idle_until) <= now || new Date(session.ends_at) <= now) throw refused()
  const account = await accountOf(ctx, session.user_id)
  if (account.suspended_at) throw refused()
  ctx.enter(principalOf(account.id, account.personal_organization_id), account.personal_organization_id)
  ctx.target(session.id)
  const refresh_token = await nextToken(ctx, session, given, now)
  if (!refresh_token) {
    const ended = await ctx.tx.row(queries.endSession, { session: session.id, now, ended_why: 'refresh_reused' })
    if (ended) ctx.emit(sessionEnded, { user_id: account.id, session_id: session.id, why: 'refresh_reused' })
    throw refused().committing()
  }
  const access = ctx.services.accessTokens.sign({ user: account.id, session: session.id, kind: session.kind }, now)
  const device_token = ctx.services.deviceTokens.sign(session.id)
  return { ...access, refresh_token, device_token, session_id: session.id, user: toMe(account) }
})

/** A token names its session and is verified as ours; only tokens of the first release have to be found by their digest. */
function sessionOf(ctx: Context, token: string): Promise<queries.SessionRow | undefined> {
  const named = ctx.services.refreshTokens.sessionOf(token)
  return named ? ctx.tx.row(queries.sessionToRefresh, { id: named }) : ctx.tx.row(queries.sessionByRefresh, { hash: digest(token) })
}

/**
 * The token to continue with; null if the given one was replaced too long ago. A session rotates at most once within the grace period, so that
 * tabs which refresh at the same time never find their shared token two rotations old.
 */
async function nextToken(ctx: Context, session: queries.SessionRow, given: string, now: Date): Promise<string | null> {
  const hash = digest(given)
  const rotatedJustNow = session.rotated_at !== null && now.getTime() - new Date(session.rotated_at).getTime() <= graceMilliseconds
  const current = session.refresh_hash.equals(hash)
  if (current && rotatedJustNow) return given
  const next = ctx.services.refreshTokens.successor(session.id, given)
  if (!current) return rotatedJustNow && session.previous_hash?.equals(hash) ? next : null
  const rotation = { id: session.id, given: hash, next: digest(next), now, idle_until: later(now, idleDays) }
  if (await ctx.tx.row(queries.rotateSession, rotation)) return next
  // Another tab was first, or the session has ended since it was read.
  const changed = await ctx.tx.row(queries.sessionToRefresh, { id: session.id })
  return changed && !changed.ended_at && changed.previous_hash?.equals(hash) ? next : null
}
