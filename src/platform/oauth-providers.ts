import { randomBytes } from 'node:crypto'
import type * as openid from 'openid-client'
import { boundedFetch } from './bounded-fetch.ts'
import type { Config } from './config.ts'
import { readGitHubIdentity } from './github-identity.ts'
import { readGoogleIdentity, readMicrosoftIdentity } from './openid-identity.ts'
import { providerNames, type ProviderIdentity, type ProviderName } from './provider-identity.ts'

/** The values of one authorization round trip. */
export interface OauthFlow {
  state: string
  verifier: string
  nonce: string
}

export interface OauthProviders {
  /** The providers configured with id and secret. */
  readonly offered: readonly ProviderName[]
  newFlow(): OauthFlow
  authorizationUrl(provider: ProviderName, flow: OauthFlow): Promise<URL>
  /** Exchanges the code of a callback and reads the identity behind it; rejects with an OauthFailure that names the provider's error code. */
  identify(provider: ProviderName, query: URLSearchParams, flow: OauthFlow): Promise<ProviderIdentity>
}

/** The provider refused, sent an invalid response or was unreachable. Its message is never shown: it may contain what was sent. */
export class OauthFailure extends Error {}

const timeoutSeconds = 5
const describeKeepMilliseconds = 3_600_000

interface Provider {
  id: string | undefined
  secret: string | undefined
  scope: string
  describe(id: string, secret: string): Promise<openid.Configuration>
  read(tokens: Tokens): Promise<ProviderIdentity>
}
type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

const fetchProvider = boundedFetch(1024 ** 2)

/** Loaded lazily: only instances that offer such a login need it. */
const library = () => import('openid-client')
/** As many bytes as the library uses for its own. */
const unguessable = () => randomBytes(32).toString('base64url')

export function createOauthProviders(config: Config): OauthProviders {
  const providers: Record<ProviderName, Provider> = {
    github: {
      id: config.CODEHOST_CLIENT_ID,
      secret: config.CODEHOST_CLIENT_SECRET,
      scope: 'read:user user:email',
      describe: (id, secret) => describeGitHub(config.GITHUB_URL, id, secret),
      read: ({ access_token }) => readGitHubIdentity(config.GITHUB_API_URL, access_token, timeoutSeconds * 1000),
    },
    google: {
      id: config.GOOGLE_CLIENT_ID,
      secret: config.GOOGLE_CLIENT_SECRET,
      scope: 'openid email profile',
      describe: (id, secret) => discover(config.GOOGLE_URL, id, secret),
      read: async (tokens) => readGoogleIdentity(claimsOf(tokens)),
    },
    microsoft: {
      id: config.MICROSOFT_CLIENT_ID,
      secret: config.MICROSOFT_CLIENT_SECRET,
      scope: 'openid email profile',
      describe: (id, secret) => discover(config.MICROSOFT_URL, id, secret),
      read: async (tokens) => readMicrosoftIdentity(claimsOf(tokens)),
    },
  }
  const known = new Map<ProviderName, { configuration: Promise<openid.Configuration>; until: number }>()
  const describe = (name: ProviderName): Promise<openid.Configuration> => {
    const kept = known.get(name)
    if (kept && kept.until > Date.now()) return kept.configuration
    const { id, secret, describe: ask } = providers[name]
    if (!id || !secret) throw new OauthFailure(`${name} is not set up`)
    const configuration = ask(id, secret)
    known.set(name, { configuration, until: Date.now() + describeKeepMilliseconds })
    configuration.catch(() => known.delete(name))
    return configuration
  }
  const callbackUrl = (name: ProviderName): URL => new URL(`/api/auth/oauth/${name}/callback`, config.APP_URL)
  return {
    offered: providerNames.filter((name) => providers[name].id && providers[name].secret),
    newFlow: () => ({ state: unguessable(), verifier: unguessable(), nonce: unguessable() }),
    authorizationUrl: (name, { state, verifier, nonce }) =>
      orFail(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
        return buildAuthorizationUrl(await describe(name), {
          redirect_uri: callbackUrl(name).href,
          scope: providers[name].scope,
          state,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(name !== 'github' && { nonce }),
        })
      }),
    identify: (name, query, { state, verifier, nonce }) =>
      orFail(async () => {
        const url = callbackUrl(name)
        url.search = query.toString()
        const openIdChecks = name === 'github' ? {} : { expectedNonce: nonce, idTokenExpected: true }
        const checks = { pkceCodeVerifier: verifier, expectedState: state, ...openIdChecks }
        return providers[name].read(await (await library()).authorizationCodeGrant(await describe(name), url, checks))
      }),
  }
}

const isPlain = (url: string): boolean => url.startsWith('http:')

async function discover(url: string, id: string, secret: string): Promise<openid.Configuration> {
  const { ClientSecretPost, allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await library()
  const execute = [enableNonRepudiationChecks, ...(isPlain(url) ? [allowInsecureRequests] : [])]
  return discovery(new URL(url), id, undefined, ClientSecretPost(secret), {
    timeout: timeoutSeconds,
    execute,
    [customFetch]: fetchProvider,
  })
}

/** GitHub speaks plain OAuth and has no discovery document. */
async function describeGitHub(url: string, id: string, secret: string): Promise<openid.Configuration> {
  const client = await library()
  const { ClientSecretPost, Configuration, allowInsecureRequests } = client
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  }
  const configuration = new Configuration(server, id, undefined, ClientSecretPost(secret))
  configuration.timeout = timeoutSeconds
  configuration[client.customFetch] = fetchProvider
  if (isPlain(url)) allowInsecureRequests(configuration)
  return configuration
}

function claimsOf(tokens: Tokens): Record<string, unknown> & { sub: string } {
  const claims = tokens.claims()
  if (!claims) throw new OauthFailure('no id_token')
  return claims
}

/** Keeps the code of an error for the log, never its message. */
async function orFail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OauthFailure) throw error
    const { code, error: refusal } = error as { code?: unknown; error?: unknown }
    throw new OauthFailure([code, refusal].filter((part) => typeof part === 'string').join(' ') || 'unknown')
  }
}
