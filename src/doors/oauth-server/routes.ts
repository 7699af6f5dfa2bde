import type { RawRoute } from '../shared/raw-route.ts'

export const paths = { authorize: '/oauth/authorize', register: '/oauth/register', interaction: '/oauth/interaction' } as const

const part = { area: 'identity', open: true } as const
const json = { 'application/json': { type: 'object' } }
const form = { 'application/x-www-form-urlencoded': { type: 'object' } }
/** The routes that the provider handles itself. */
export const providerRoutes: RawRoute[] = [
  {
    ...part,
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    operationId: 'getAuthorizationServer',
    summary: 'What the OAuth server can do (RFC 8414)',
    answers: { 200: { description: 'Its metadata', content: json } },
  },
  {
    ...part,
    method: 'GET',
    path: '/.well-known/openid-configuration',
    operationId: 'getOpenIdConfiguration',
    summary: 'The same for clients that look for OpenID Connect',
    answers: { 200: { description: 'Its metadata', content: json } },
  },
  {
    ...part,
    method: 'GET',
    path: '/oauth/jwks',
    operationId: 'getSigningKeys',
    summary: 'The public keys of the OAuth server',
    answers: { 200: { description: 'A JSON Web Key Set', content: json } },
  },
  {
    ...part,
    method: 'GET',
    path: paths.authorize,
    operationId: 'authorizeClient',
    summary: 'Send a browser here to let a client act for its user: the authorization code flow with PKCE',
    query: Object.fromEntries(
      ['client_id', 'response_type', 'redirect_uri', 'code_challenge', 'code_challenge_method', 'scope', 'state', 'resource'].map(
        (name) => [name, { type: 'string' }],
      ),
    ),
    required: ['client_id', 'response_type', 'redirect_uri', 'code_challenge', 'code_challenge_method'],
    answers: { 303: { description: 'To the page that asks the user' } },
  },
  {
    ...part,
    method: 'GET',
    path: `${paths.authorize}/:uid`,
    operationId: 'resumeAuthorization',
    summary: 'Where the page sends the browser once the user has answered',
    answers: { 303: { description: 'To the redirect address of the client, with a code or an error' } },
  },
  {
    ...part,
    method: 'POST',
    path: '/oauth/token',
    operationId: 'exchangeToken',
    summary: 'Exchange a code or a refresh token for an access token (RFC 6749)',
    body: form,
    answers: { 200: { description: 'Tokens', content: json }, 400: { description: 'An OAuth error', content: json } },
  },
  {
    ...part,
    method: 'POST',
    path: '/oauth/revoke',
    operationId: 'revokeGrantToken',
    summary: 'Revoke a token (RFC 7009)',
    body: form,
    answers: { 200: { description: 'Revoked' }, 400: { description: 'An OAuth error', content: json } },
  },
]
export const registerRoute: RawRoute = {
  ...part,
  method: 'POST',
  path: paths.register,
  operationId: 'registerClient',
  summary: 'Register a public client (RFC 7591)',
  body: json,
  answers: { 201: { description: 'The client', content: json }, 400: { description: 'An OAuth error', content: json } },
}
export const oauthServerRoutes = [...providerRoutes, registerRoute]
