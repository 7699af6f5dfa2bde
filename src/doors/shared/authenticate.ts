import {
  authenticateApiKey,
  authenticateMcpToken,
  authenticatePerson,
  authenticateSession,
  authenticateTicket,
  isMcpToken,
} from '../../capabilities/identity/login/authenticate.ts'
import { authenticateCiJob } from '../../capabilities/identity/login/authenticate-ci-job.ts'
import { authenticateOauthToken } from '../../capabilities/identity/oauth-server/authenticate-token.ts'
import { nobody, type Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { resourcesOf } from './oauth-resources.ts'

export function bearer(header: string | undefined): string | null {
  const match = header?.match(/^Bearer ([\w.~+/-]+=*)$/i)
  return match?.[1] ?? null
}

/** The web API takes a JWT, an API key, or the token of a CI job; an MCP token is refused here. */
export async function authenticateRest(
  kernel: Kernel,
  authorization: string | undefined,
  organization: string | undefined,
  impersonation?: string,
): Promise<Principal> {
  if (authorization === undefined) return nobody
  const token = bearer(authorization)
  if (!token) throw new Refusal('unauthenticated', 'The Authorization header must be: Bearer <token>.')
  if (isMcpToken(token)) {
    throw new Refusal('unauthenticated', 'This is an MCP token: use it at /mcp. The web API takes a login’s access token or an API key.')
  }
  if (impersonation !== undefined) return authenticatePerson(kernel, token, organization, impersonation)
  if (token.startsWith('svc_')) return authenticateApiKey(kernel, token, organization)
  const { accessTokens, ciJobTokens } = kernel.services
  if (!accessTokens.knows(token) && ciJobTokens.recognises(token)) return authenticateCiJob(kernel, token, organization)
  return authenticatePerson(kernel, token, organization)
}

/** The live door's token is part of a URL, so it must be short-lived: a ticket, or a login's access token. */
export async function authenticateLive(kernel: Kernel, token: string, organization: string | undefined): Promise<Principal> {
  if (token.startsWith('svc_')) {
    throw new Refusal(
      'unauthenticated',
      'Keys do not belong in an address. Connect with a ticket of POST /api/auth/ws-ticket, which a key with the scope live:read gets too.',
    )
  }
  if (token.startsWith('wst_')) return authenticateTicket(kernel, token, organization)
  return authenticateSession(kernel, token, organization)
}

/** The MCP door takes MCP tokens, and OAuth access tokens issued for it. */
export async function authenticateMcp(
  kernel: Kernel,
  authorization: string | undefined,
  audiences: readonly string[] = resourcesOf(kernel.services.config),
): Promise<Principal> {
  const token = bearer(authorization)
  if (!token)
    throw new Refusal('unauthenticated', 'Send an MCP token: Authorization: Bearer svc_live_… (make one in Settings, MCP tokens).')
  if (token.startsWith('svc_')) return authenticateMcpToken(kernel, token)
  return authenticateOauthToken(kernel, token, audiences)
}
