import { nobody, type Principal } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isId } from '../../../platform/ids.ts'
import type { Database } from '../../../platform/postgres.ts'
import { digest } from '../../../platform/secrets.ts'
import type { Services } from '../../../platform/services.ts'
import {
  findExpiredToken,
  findImpersonation,
  findSession,
  findToken,
  findTokenById,
  sessionIdByRefresh,
  stillValid,
  touchTokens,
  useTicket,
  type CredentialRow,
} from './login.queries.ts'

interface Deps {
  database: Database
  clock: Clock
  services: Services
}

const unknown = () =>
  new Refusal('unauthenticated', 'This credential is not valid: expired, revoked or mistyped. Get a new one and try again.')

/** A JWT of the web API; `organization` is the id or handle that the request names, if any, and `impersonation` the id of the one it uses. */
export async function authenticateSession(
  deps: Deps,
  jwt: string,
  organization: string | undefined,
  impersonation?: string,
): Promise<Principal> {
  return inOrganization(await authenticatePerson(deps, jwt, organization, impersonation))
}

/** The same where the organization is a header of every request: whoever has left it can still log out, or list the others. */
export async function authenticatePerson(
  deps: Deps,
  jwt: string,
  organization: string | undefined,
  impersonation?: string,
): Promise<Principal> {
  const claims = await deps.services.accessTokens.verify(jwt, deps.clock.now())
  if (!claims || !isId(claims.session)) throw unknown()
  if (impersonation !== undefined) return byImpersonation(deps, impersonation, claims.session, organization)
  return bySession(deps, claims.session, organization)
}

const changed = ['project', 'task', 'note', 'memory', 'view', 'impersonation']
const read = ['activity', 'search', 'insight', 'feature', 'decision', 'spec', 'skill', 'agent', 'session', 'team', 'member', 'organization']
const more = ['workspace', 'workflow', 'run', 'repository', 'account', 'live']
/** What an administrator may do as somebody else. Everything else is denied: credentials, members, machines, webhooks, verdicts. */
const impersonatedScopes: readonly string[] = [
  ...changed.map((domain) => `${domain}:write`),
  ...[...read, ...more].map((domain) => `${domain}:read`),
]

async function byImpersonation(deps: Deps, id: string, session: string | null, organization: string | undefined): Promise<Principal> {
  const [row] = isId(id)
    ? await deps.database.identify(findImpersonation, { id, session, ...named(organization), now: deps.clock.now() })
    : []
  if (!row) throw new Refusal('forbidden', 'This impersonation has ended. You act as yourself again.', { reason: 'impersonation_ended' })
  return { ...toPrincipal(deps, row, organization), impersonator: row.impersonator ?? null, scopes: impersonatedScopes }
}

const named = (organization: string | undefined) => {
  const id = organization && isId(organization) ? organization : null
  return { org: id, handle: organization && !id ? organization.slice(0, 64) : null }
}

async function bySession(deps: Deps, session: string, organization: string | undefined): Promise<Principal> {
  const values = { id: session, ...named(organization), now: deps.clock.now() }
  const [row] = await deps.database.identify(findSession, values, `${session} ${organization ?? ''}`)
  if (!row) throw unknown()
  return toPrincipal(deps, row, organization)
}

function inOrganization(principal: Principal): Principal {
  if (principal.noOrganization) throw principal.noOrganization
  return principal
}

const noOrganization = (name: string) => notFound('organization', name, 'List yours with {listOrganizations}.')

/** A ticket for the WebSocket; checking it spends it. */
export async function authenticateTicket(deps: Deps, ticket: string, organization: string | undefined): Promise<Principal> {
  const [row] = await deps.database.identify(useTicket, { hash: digest(ticket), now: deps.clock.now() })
  if (row?.session_id) return inOrganization(await bySession(deps, row.session_id, organization))
  if (row?.impersonation_id) return inOrganization(await byImpersonation(deps, row.impersonation_id, null, organization))
  if (row?.token_id) return byApiKey(deps, await findById(deps, row.token_id), organization)
  throw unknown()
}

/** The session of a refresh token, so that it can be ended after its access token has expired. */
export async function authenticateRefresh(deps: Deps, refresh: string): Promise<Principal> {
  const [row] = await deps.database.identify(sessionIdByRefresh, { hash: digest(refresh) })
  if (!row) throw unknown()
  return bySession(deps, row.id, undefined)
}

/** An API key determines its organization; a request may repeat it, but not name another. */
export async function authenticateApiKey(deps: Deps, key: string, organization: string | undefined): Promise<Principal> {
  return byApiKey(deps, await findByHash(deps, key), organization)
}

function byApiKey(deps: Deps, row: CredentialRow | undefined, organization: string | undefined): Principal {
  if (row?.kind !== 'api_key') throw unknown()
  if (organization && organization !== row.org_id && organization !== row.org_handle) throw noOrganization(organization)
  return toPrincipal(deps, row)
}

/** Test for these prefixes first: `svc_`, that of API keys, matches them too. */
export const isMcpToken = (token: string): boolean => token.startsWith('svc_live_') || token.startsWith('svc_test_')

/** An MCP token; it determines its organization. */
export async function authenticateMcpToken(deps: Deps, token: string): Promise<Principal> {
  const row = isMcpToken(token) ? await findByHash(deps, token) : undefined
  if (row?.kind !== 'mcp') throw await expiredToken(deps, token)
  return toPrincipal(deps, row)
}

/** A new token that names no agent creates a new agent without the old one's memory, so the refusal of an expired token says how to keep it. */
async function expiredToken(deps: Deps, token: string): Promise<Refusal> {
  const [row] = await deps.database.identify(findExpiredToken, { hash: digest(token), now: deps.clock.now() })
  if (!row) return unknown()
  const day = new Date(row.expires_at).toISOString().slice(0, 10)
  const words = `This MCP token expired on ${day}. Its owner can create a new one under Settings, MCP tokens, and choose the same agent there, so that it keeps its memory, budget and sessions.`
  return new Refusal('unauthenticated', words)
}

async function findByHash(deps: Deps, token: string): Promise<CredentialRow | undefined> {
  const hash = digest(token)
  const [row] = await deps.database.identify(findToken, { hash, now: deps.clock.now() }, hash.toString('hex'))
  return row?.org_id ? row : undefined
}

async function findById(deps: Deps, id: string): Promise<CredentialRow | undefined> {
  const [row] = await deps.database.identify(findTokenById, { id, now: deps.clock.now() })
  return row?.org_id ? row : undefined
}

function toPrincipal({ services }: Deps, row: CredentialRow, named?: string): Principal {
  const kind = row.kind === 'mcp' ? 'mcp_token' : row.kind
  return {
    ...nobody,
    user: row.user_id,
    agent: row.agent_id,
    credential: { kind, id: row.id },
    organization: row.org_id && row.role ? { id: row.org_id, role: row.role } : null,
    ...(named && !row.org_id && { noOrganization: noOrganization(named) }),
    personalOrganization: row.personal_org_id,
    administrator: row.instance_role === 'admin' && row.kind === 'interactive',
    unproven: services.mail.on && !row.email_verified,
    scopes: row.scopes,
    run: row.run_id && row.project_id ? { id: row.run_id, project: row.project_id } : null,
    authenticatedAt: row.authenticated_at ? new Date(row.authenticated_at) : null,
    positions: { organization: row.log_seq, user: row.own_log_seq },
  }
}

/** The principals of open streams whose credential, membership or account is no longer valid. */
export async function revokedAmong(deps: Deps, principals: readonly Principal[]): Promise<Set<Principal>> {
  const ids = principals.map((principal) => principal.credential.id)
  const orgs = [...new Set(principals.map((principal) => principal.organization?.id))]
  const rows = await deps.database.identify(stillValid, { ids, orgs, now: deps.clock.now() })
  const valid = new Set(rows.map((row) => `${row.id} ${row.org_id}`))
  return new Set(principals.filter((principal) => !valid.has(`${principal.credential.id} ${principal.organization?.id}`)))
}

export async function recordUse(deps: Deps, tokens: readonly string[]): Promise<void> {
  await deps.database.identify(touchTokens, { tokens, now: deps.clock.now() })
}
