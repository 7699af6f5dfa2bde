import { Refusal } from '../../kernel/errors.ts'
import { redirectAllowed } from './redirects.ts'

/** What of a registration is kept; the rest of it is nothing we act on. */
const kept = ['client_name', 'redirect_uris', 'client_uri', 'logo_uri', 'policy_uri', 'tos_uri', 'software_id', 'software_version']

/**
 * Every client is a public one with PKCE, whatever it asks for (RFC 7591 lets a server decide so): there is then no client secret
 * to keep. As native clients they may come back to any port of their own machine.
 */
export function plainRegistration(body: unknown): Record<string, unknown> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const uris = given['redirect_uris']
  if (
    !Array.isArray(uris) ||
    uris.length === 0 ||
    uris.length > 20 ||
    !uris.every((uri) => typeof uri === 'string' && redirectAllowed(uri))
  )
    throw new Refusal('invalid', 'redirect_uris must be 1 to 20 addresses: https, http on this machine, or a scheme of your own.')
  return {
    ...Object.fromEntries(kept.filter((name) => given[name] !== undefined).map((name) => [name, given[name]])),
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}
