import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { digest } from '../../platform/secrets.ts'
import * as contracts from './login.contract.ts'
import { sessionEnded } from './login.events.ts'
import * as queries from './login.queries.ts'
import { principalOf } from './open-account.ts'
import { accountOf, idleDays, later, toMe } from './open-session.ts'

const graceMilliseconds = 30_000

/** Rotates the refresh value. An old one used after its grace ends the session: somebody else has it. */
export const refresh = implement(contracts.refresh, async (ctx, input) => {
  const now = ctx.clock.now()
  if (!input.refresh_token) throw new Refusal('invalid', 'Send refresh_token, or the cookie of a browser that logged in with one.')
  const given = digest(input.refresh_token)
  const session = await ctx.tx.row(queries.sessionByRefresh, [given])
  const refused = () => new Refusal('unauthenticated', 'This refresh token is not valid any more. Log in again.')
  if (!session || session.ended_at || new Date(session.idle_until) <= now || new Date(session.ends_at) <= now) throw refused()
  const account = await accountOf(ctx, session.user_id)
  if (account.suspended_at) throw refused()
  ctx.enter(principalOf(account.id, account.personal_organization_id), account.personal_organization_id)
  ctx.target(session.id)
  const next = ctx.services.accessTokens.successor(input.refresh_token)
  if (session.refresh_hash.equals(given)) {
    await ctx.tx.rows(queries.rotateSession, [session.id, digest(next), now, later(now, idleDays)])
  } else if (now.getTime() - new Date(session.rotated_at ?? 0).getTime() > graceMilliseconds) {
    await ctx.tx.rows(queries.endSession, [session.id, now, 'refresh_reused'])
    ctx.emit(sessionEnded, { user_id: account.id, session_id: session.id, why: 'refresh_reused' })
    const refusal = refused()
    refusal.keep = true
    throw refusal
  }
  const access = ctx.services.accessTokens.sign({ user: account.id, session: session.id, kind: session.kind }, now)
  return { ...access, refresh_token: next, session_id: session.id, user: toMe(account) }
})
