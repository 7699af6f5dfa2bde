import { authenticateMcpToken, authenticateSession } from '../capabilities/login/authenticate.ts'
import { nobody, type Principal } from '../kernel/context.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/execute.ts'

export function bearer(header: string | undefined): string | null {
  const match = header?.match(/^Bearer ([\w.~+/-]+=*)$/i)
  return match?.[1] ?? null
}

/** The web API takes a JWT; an MCP token is refused here. Test the longest prefix first: `svc_` also matches `svc_live_`. */
export async function authenticateRest(
  kernel: Kernel,
  authorization: string | undefined,
  organization: string | undefined,
): Promise<Principal> {
  if (authorization === undefined) return nobody
  const token = bearer(authorization)
  if (!token) throw new Refusal('unauthenticated', 'The Authorization header must be: Bearer <token>.')
  if (token.startsWith('svc_live_') || token.startsWith('svc_test_')) {
    throw new Refusal('unauthenticated', 'This is an MCP token: use it at /mcp. The web API takes a login’s access token.')
  }
  return authenticateSession(kernel, token, organization)
}

/** The MCP door takes MCP tokens only. */
export async function authenticateMcp(kernel: Kernel, authorization: string | undefined): Promise<Principal> {
  const token = bearer(authorization)
  if (!token)
    throw new Refusal('unauthenticated', 'Send an MCP token: Authorization: Bearer svc_live_… (make one in Settings, MCP tokens).')
  return authenticateMcpToken(kernel, token)
}
