import { Provider, errors, type Configuration } from 'oidc-provider'
import { accountHolds } from '../../capabilities/identity/oauth-server/records.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { fetchPublic } from '../../platform/fetch-public.ts'
import { adapterFor } from './adapter.ts'
import { cookieKeys, signingKey } from './keys.ts'
import { showError } from './pages.ts'
import { redirectAllowed } from './redirects.ts'
import { paths } from './routes.ts'

const day = 86_400

/** The OAuth 2.1 server for MCP clients: authorization codes with PKCE for public clients, opaque tokens for our resources, nothing else. */
export function createProvider(kernel: Kernel, issuer: string, resources: readonly string[], scopes: readonly string[]): Provider {
  const { SECRET_KEY, PRIVATE_ADDRESSES } = kernel.services.config
  const [first = ''] = SECRET_KEY
  const configuration: Configuration = {
    adapter: adapterFor(kernel),
    jwks: { keys: [signingKey(first)] } as Configuration['jwks'],
    cookies: {
      keys: cookieKeys(SECRET_KEY),
      names: { session: 'baton_oauth', interaction: 'baton_interaction', resume: 'baton_resume' },
      long: { httpOnly: true, sameSite: 'lax', path: '/oauth', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: ['offline_access'],
    claims: {},
    clientAuthMethods: ['none'],
    clientDefaults: {
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'Ed25519',
    },
    enabledJWA: { idTokenSigningAlgValues: ['Ed25519'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    routes: {
      authorization: paths.authorize,
      token: '/oauth/token',
      registration: paths.register,
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
      end_session: '/oauth/session/end',
    },
    ttl: {
      AuthorizationCode: 60,
      AccessToken: 15 * 60,
      RefreshToken: 30 * day,
      Grant: 90 * day,
      Interaction: 10 * 60,
      Session: 15 * 60,
      IdToken: 60,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowClient: (_ctx, client) => (client.redirectUris ?? []).every(redirectAllowed),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf ?? resources[0] ?? [],
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, resource) {
          if (!resources.includes(resource)) throw new errors.InvalidTarget()
          return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: 15 * 60 }
        },
      },
    },
    interactions: { url: (_ctx, interaction) => `${paths.interaction}/${interaction.uid}` },
    // Every authorization asks again: what a client was allowed before says nothing about the next request.
    async loadExistingGrant(ctx) {
      const grant = ctx.oidc.result?.consent?.grantId
      return grant ? ctx.oidc.provider.Grant.find(grant) : undefined
    },
    async findAccount(_ctx, id, token) {
      const grant = (token as { grantId?: string } | undefined)?.grantId
      return (await accountHolds(kernel, id, grant)) ? { accountId: id, claims: () => ({ sub: id }) } : undefined
    },
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    rotateRefreshToken: () => true,
    // Revoking one token ends the whole grant, including its other tokens.
    revokeGrantPolicy: () => true,
    clientBasedCORS: () => false,
    renderError: (ctx, out) => showError(ctx, out.error_description ?? out.error),
    fetch: (url, options) => fetchPublic(String(url), options, PRIVATE_ADDRESSES === 'allow'),
  }
  const provider = new Provider(issuer, configuration)
  // Whatever proxies are in front, URLs derive from APP_URL: the door sets the forwarding headers itself.
  provider.proxy = true
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path.startsWith('/.well-known/') && typeof ctx.body === 'object' && ctx.body) {
      ctx.body = { ...(ctx.body as object), scopes_supported: [...scopes, 'offline_access'] }
    }
  })
  return provider
}
