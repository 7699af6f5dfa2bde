import { z } from 'zod'
import { invalidInput } from '../../kernel/invalid-input.ts'
import { redirectAllowed } from './redirects.ts'

/** A registration that nobody approves expires after a week; approval keeps it. */
export const unusedClientSeconds = 7 * 86_400

const address = z.url().max(2000)

/** The fields of a registration that are stored; the others have no effect. */
const Registration = z.object({
  redirect_uris: z
    .array(z.string().max(2000).refine(redirectAllowed, 'must be an https address, http on this machine, or your own scheme with a dot'))
    .min(1)
    .max(20),
  client_name: z.string().max(200).optional(),
  client_uri: address.optional(),
  logo_uri: address.optional(),
  policy_uri: address.optional(),
  tos_uri: address.optional(),
  software_id: z.string().max(200).optional(),
  software_version: z.string().max(200).optional(),
})

interface RegistrationError {
  error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  error_description: string
}

/**
 * Every client is registered as a public one with PKCE, whatever it requests (RFC 7591 allows that), so that there is no client secret
 * to store. As native clients they can redirect to any port of their own machine.
 */
export function readRegistration(body: unknown): Record<string, unknown> | RegistrationError {
  const given = Registration.safeParse(body)
  if (!given.success) {
    const { issues } = given.error
    const error = issues.some(({ path }) => path[0] === 'redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    return { error, error_description: invalidInput(Registration, issues).message }
  }
  return {
    ...given.data,
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}
