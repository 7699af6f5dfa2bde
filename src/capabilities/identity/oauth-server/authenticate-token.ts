import { type Context, nobody, type Principal } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/postgres.ts'
import { digest } from '../../../platform/secrets.ts'
import type { Services } from '../../../platform/services.ts'
import { activeGrants, findAccessToken, revokeGrantsOf } from './oauth-server.queries.ts'

interface Deps {
  database: Database
  clock: Clock
  services: Services
}

/** An OAuth access token issued for one of these audiences; it acts in the organization that its user has chosen. */
export async function authenticateOauthToken(deps: Deps, token: string, audiences: readonly string[]): Promise<Principal> {
  const hash = digest(token)
  const values = { hash, audiences, now: deps.clock.now() }
  const [row] = await deps.database.identify(findAccessToken, values, `${hash.toString('hex')} ${audiences}`)
  if (!row) {
    throw new Refusal('unauthenticated', 'This access token is not valid here: expired, revoked or made for another address. Log in again.')
  }
  return {
    ...nobody,
    user: row.user_id,
    credential: { kind: 'oauth', id: row.grant_id },
    organization: { id: row.org_id, role: row.role },
    personalOrganization: row.personal_org_id,
    unproven: deps.services.mail.on && !row.email_verified,
    scopes: row.scopes ?? [],
  }
}

/** The principals of open streams whose grant, membership or account is no longer valid. */
export async function revokedOauthAmong(deps: Deps, principals: readonly Principal[]): Promise<Principal[]> {
  if (principals.length === 0) return []
  const rows = await deps.database.identify(activeGrants, {
    ids: principals.map(({ credential }) => credential.id),
    now: deps.clock.now(),
  })
  const active = new Set<string | null>(rows.map(({ id }) => id))
  return principals.filter(({ credential }) => !active.has(credential.id))
}

/** Revokes the grants of every OAuth client of this user at once. */
export async function endGrantsOf(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(revokeGrantsOf, { user, now: ctx.clock.now() })
}
