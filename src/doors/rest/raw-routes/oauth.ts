import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nobody } from '../../../kernel/context.ts'
import { Refusal, notFound, toRefusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import type { Operation } from '../../../kernel/operation.ts'
import type { Logger } from '../../../platform/log.ts'
import { OauthFailure } from '../../../platform/oauth-providers.ts'
import { providerNames, type ProviderName } from '../../../platform/provider-identity.ts'
import type { Limits } from '../limits.ts'
import { oauthCookie, readCookie } from './oauth-cookie.ts'

interface Deps {
  kernel: Kernel
  operations: ReadonlyMap<string, Operation>
  limits: Limits
  log: Logger
}

interface Flow {
  state: string
  verifier: string
  nonce: string
}

type Query = Record<string, unknown>

const walker = { ...nobody, credential: { kind: 'system', id: null } } as const
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 4096) : '')

function providerOf(request: FastifyRequest): ProviderName {
  const { provider = '' } = request.params as { provider?: string }
  const found = providerNames.find((name) => name === provider)
  if (!found) throw notFound('provider', provider, 'GET /api/auth/providers lists those one can log in with.')
  return found
}

/** A browser's way to a provider and back. Both ends redirect; what they decide is decided by operations. */
export function mountOauth(app: FastifyInstance, { kernel, operations, limits, log }: Deps): void {
  const { oauth, config } = kernel.services
  const cookie = oauthCookie(config.APP_URL)
  const run = <T>(name: string, request: FastifyRequest, input: unknown): Promise<T> => {
    const operation = operations.get(name)
    if (!operation) throw new Refusal('unavailable', 'Logging in through a provider is not served here.')
    const device = request.headers['user-agent']?.slice(0, 200)
    return execute(kernel, operation, walker, input, { door: 'rest', address: request.client, device }) as Promise<T>
  }
  // Only a fixed word comes back to the page: whatever else stood there, somebody could have written into a link.
  const goBack = (reply: FastifyReply, fragment: Record<string, string>): FastifyReply => {
    const url = new URL('/auth/callback', config.APP_URL)
    url.hash = new URLSearchParams(fragment).toString()
    return reply.redirect(url.href, 302)
  }
  const refuse = (reply: FastifyReply, provider: ProviderName, error: unknown): FastifyReply => {
    if (error instanceof OauthFailure) {
      log.warn({ provider, why: error.message }, 'provider failed')
      return goBack(reply, { error: 'provider_failed' })
    }
    const refusal = toRefusal(error)
    if (refusal.status === 429 || refusal.status >= 500) throw refusal
    return goBack(reply, { error: textOf(refusal.extra['reason']) || refusal.code })
  }

  app.get('/api/auth/oauth/:provider', async (request, reply) => {
    const provider = providerOf(request)
    limits.requireAnonymous(request.client)
    const { connect, challenge } = request.query as Query
    const begun =
      connect === undefined
        ? run<Flow & { browser: string }>('beginOauth', request, { provider, challenge })
        : run<Flow & { browser: string }>('beginConnecting', request, { provider, state: connect })
    try {
      const { browser, ...flow } = await begun
      const url = await oauth.authorizationUrl(provider, flow)
      return reply.header('set-cookie', cookie.set(flow.state, browser)).redirect(url.href, 302)
    } catch (error) {
      if (error instanceof OauthFailure || connect !== undefined) return refuse(reply, provider, error)
      throw error
    }
  })

  app.get('/api/auth/oauth/:provider/callback', async (request, reply) => {
    const provider = providerOf(request)
    limits.requireAnonymous(request.client)
    const query = new URLSearchParams(
      Object.entries(request.query as Query).map(([name, value]): [string, string] => [name, textOf(value)]),
    )
    const state = query.get('state') ?? ''
    const browser = readCookie(request.headers.cookie, cookie.name(state))
    reply.header('set-cookie', cookie.clear(state))
    try {
      const taken = await take(run, request, provider, state, browser)
      if (query.has('error')) return goBack(reply, { error: 'access_denied' })
      const identity = await oauth.identify(provider, query, { state, verifier: taken.verifier, nonce: taken.nonce })
      const { purpose, code } = await run<{ purpose: string; code: string }>('acceptIdentity', request, {
        provider,
        subject: identity.subject,
        email: identity.email,
        email_verified: identity.emailVerified,
        name: identity.name?.slice(0, 200) ?? null,
        user_id: taken.user_id,
        challenge: taken.challenge,
      })
      return goBack(reply, { [purpose]: code })
    } catch (error) {
      return refuse(reply, provider, error)
    }
  })
}

interface Taken {
  verifier: string
  nonce: string
  user_id: string | null
  challenge: string | null
}

type Run = <T>(name: string, request: FastifyRequest, input: unknown) => Promise<T>

/** A state of the wrong form is as unknown as one that was never given out. */
async function take(run: Run, request: FastifyRequest, provider: ProviderName, state: string, browser: string): Promise<Taken> {
  try {
    return await run<Taken>('takeOauthState', request, { provider, state, browser })
  } catch (error) {
    const refusal = toRefusal(error)
    throw refusal.code === 'invalid' ? new Refusal('unauthenticated', refusal.message, { reason: 'state_invalid' }) : refusal
  }
}
