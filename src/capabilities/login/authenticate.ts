import { nobody, type Principal } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { isId } from '../../platform/ids.ts'
import type { Database } from '../../platform/postgres.ts'
import { digest } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'
import { findSession, findToken, stillValid, touchTokens, type CredentialRow } from './login.queries.ts'

interface Deps {
  database: Database
  clock: Clock
  services: Services
}

const unknown = () =>
  new Refusal('unauthenticated', 'This credential is not valid: expired, revoked or mistyped. Get a new one and try again.')

/** A JWT of the web API; `organization` is the id or handle the request names, if any. */
export async function authenticateSession(deps: Deps, jwt: string, organization: string | undefined): Promise<Principal> {
  const now = deps.clock.now()
  const claims = await deps.services.accessTokens.verify(jwt, now)
  if (!claims || !isId(claims.session)) throw unknown()
  const id = organization && isId(organization) ? organization : null
  const handle = organization && !id ? organization.slice(0, 64) : null
  const [row] = await deps.database.identify(findSession, [claims.session, id, handle, now])
  if (!row) throw unknown()
  if (!row.org_id && organization) throw notFound('organization', organization, 'List yours with GET /api/organizations.')
  return toPrincipal(row)
}

/** An MCP token; it names its organization itself. */
export async function authenticateMcpToken(deps: Deps, token: string): Promise<Principal> {
  const row = token.startsWith('svc_live_') ? await findByHash(deps, token) : undefined
  if (row?.kind !== 'mcp') throw unknown()
  return toPrincipal(row)
}

async function findByHash(deps: Deps, token: string): Promise<CredentialRow | undefined> {
  const now = deps.clock.now()
  const [row] = await deps.database.identify(findToken, [digest(token), now])
  return row?.org_id ? row : undefined
}

function toPrincipal(row: CredentialRow): Principal {
  const kind = row.kind === 'mcp' ? 'mcp_token' : row.kind
  return {
    ...nobody,
    user: row.user_id,
    agent: row.agent_id,
    credential: { kind, id: row.id },
    organization: row.org_id && row.role ? { id: row.org_id, role: row.role } : null,
    personalOrganization: row.personal_org_id,
    administrator: row.instance_role === 'admin' && row.kind === 'interactive',
    authenticatedAt: row.authenticated_at ? new Date(row.authenticated_at) : null,
  }
}

/** Of the given principals of open streams, those whose credential, membership or account no longer holds. */
export async function revokedAmong(deps: Deps, principals: readonly Principal[]): Promise<Set<Principal>> {
  const ids = principals.map((principal) => principal.credential.id)
  const orgs = [...new Set(principals.map((principal) => principal.organization?.id))]
  const rows = await deps.database.identify(stillValid, [ids, orgs, deps.clock.now()])
  const valid = new Set(rows.map((row) => `${row.id} ${row.org_id}`))
  return new Set(principals.filter((principal) => !valid.has(`${principal.credential.id} ${principal.organization?.id}`)))
}

export async function recordUse(deps: Deps, tokens: readonly string[]): Promise<void> {
  await deps.database.identify(touchTokens, [tokens, deps.clock.now()])
}
