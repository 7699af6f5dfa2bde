import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OidcRecords } from '../../capabilities/identity/oauth-server/records.ts'
import type { Operations } from '../../capabilities/operations.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { newId } from '../../platform/ids.ts'
import type { Config } from '../../platform/config.ts'
import type { Limits } from '../shared/limits.ts'
import { pagePolicy } from '../shared/page.ts'
import { unusedClientSeconds } from './adapter.ts'
import { mountInteractions } from './interactions.ts'
import { createProvider, paths } from './provider.ts'
import { readRegistration } from './registration.ts'
import { issuerOf, mountResourceMetadata, resourcesOf } from '../shared/oauth-resources.ts'
import { scopesOf } from './scopes.ts'
import type { RawRoute } from '../shared/raw-route.ts'

export interface OauthServerOptions {
  kernel: Kernel
  operations: Operations
  limits: Limits
}

const part = { area: 'identity', open: true } as const
const json = { 'application/json': { type: 'object' } }
const form = { 'application/x-www-form-urlencoded': { type: 'object' } }
/** Those that the provider answers by itself. */
const providerRoutes: RawRoute[] = [
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
const registerRoute: RawRoute = {
  ...part,
  method: 'POST',
  path: paths.register,
  operationId: 'registerClient',
  summary: 'Register a public client (RFC 7591)',
  body: json,
  answers: { 201: { description: 'The client', content: json }, 400: { description: 'An OAuth error', content: json } },
}
export const oauthServerRoutes = [...providerRoutes, registerRoute]

/** The OAuth 2.1 server, below /oauth, with its documents at the root. */
export function mountOauthServer(app: FastifyInstance, { kernel, operations, limits }: OauthServerOptions): void {
  const { config } = kernel.services
  const scopes = scopesOf(operations.values())
  const provider = createProvider(kernel, issuerOf(config), resourcesOf(config), scopes)
  provider.on('server_error', (_ctx, error) => kernel.report(error, 'oauth-server'))
  const serve = provider.callback()
  const clients = new OidcRecords(kernel, 'Client')

  const passOn = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    limits.requireAnonymous(request.client)
    addressByConfig(request, config)
    if (request.routeOptions.url === paths.authorize) startAfresh(request, scopes)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.setHeader('content-security-policy', pagePolicy())
    await serve(request.raw, reply.raw)
  }

  mountResourceMetadata(app, config, scopes)

  void app.register(async (own) => {
    // The provider reads bodies itself.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const { method, path } of providerRoutes) own.route({ method, url: path, handler: passOn })
  })

  app.post(registerRoute.path, { bodyLimit: 32 * 1024 }, async (request, reply) => {
    limits.requireAnonymous(request.client)
    const issued = Math.floor(kernel.clock.now().getTime() / 1000)
    const given = readRegistration(request.body)
    if ('error' in given) return reply.code(400).send(given)
    const client = { ...given, client_id: newId(), client_id_issued_at: issued }
    try {
      // Only the provider knows all that may be wrong with it.
      Reflect.construct(provider.Client, [client])
    } catch (error) {
      const { error: code = 'invalid_client_metadata', error_description } = error as { error?: string; error_description?: string }
      return reply.code(400).send({ error: code, error_description })
    }
    await clients.upsert(client.client_id, client, unusedClientSeconds)
    return reply.code(201).send(client)
  })

  void app.register(async (own) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    mountInteractions(own, { kernel, operations, limits, provider })
  })
}

/** Whatever name and scheme a request came in by, the addresses it is answered with are those of APP_URL. */
function addressByConfig({ raw }: FastifyRequest, config: Config): void {
  const issuer = new URL(issuerOf(config))
  raw.headers.host = issuer.host
  raw.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
  delete raw.headers['x-forwarded-host']
  delete raw.headers['x-forwarded-for']
}

/** An authorization begins without a login, so that each is a person's decision of the moment; who asks for nothing asks for all. */
function startAfresh({ raw }: FastifyRequest, scopes: readonly string[]): void {
  delete raw.headers.cookie
  const url = new URL(raw.url ?? '/', 'http://localhost')
  if (url.searchParams.get('scope')) return
  url.searchParams.set('scope', scopes.join(' '))
  raw.url = url.pathname + url.search
}
