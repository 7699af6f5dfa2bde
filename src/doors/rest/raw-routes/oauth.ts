import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InputOf, OperationName, Operations, OutputOf } from '../../../capabilities/operations.ts'
import { nobody } from '../../../kernel/context.ts'
import { Refusal, notFound, toRefusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import type { Logger } from '../../../platform/log.ts'
import { OauthFailure } from '../../../platform/oauth-providers.ts'
import { providerNames, type ProviderName } from '../../../platform/provider-identity.ts'
import type { Limits } from '../../shared/limits.ts'
import { oauthCookie, readCookie } from '../../shared/oauth-cookie.ts'
import type { RawRoute } from '../../shared/raw-route.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
  log: Logger
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

const redirecting = { method: 'GET', area: 'identity', open: true } as const
const beginRoute: RawRoute = {
  ...redirecting,
  path: '/api/auth/oauth/:provider',
  operationId: 'openProviderLogin',
  summary: 'Send a browser to a provider to log in',
  query: {
    challenge: { type: 'string', description: 'Hash of the secret that the login code is taken with' },
    connect: { type: 'string', description: 'State of a connection that was begun while logged in, in place of a challenge' },
  },
  answers: { 302: { description: 'To the provider, or back to /auth/callback#error=…' } },
}
const callbackRoute: RawRoute = {
  ...redirecting,
  path: '/api/auth/oauth/:provider/callback',
  operationId: 'finishProviderLogin',
  summary: 'Where a provider sends the browser back to',
  query: { state: { type: 'string' }, code: { type: 'string' }, error: { type: 'string' } },
  answers: { 302: { description: 'To /auth/callback, with a code or an error behind the #' } },
}
export const oauthRoutes = [beginRoute, callbackRoute]

/** Sends a browser to a provider and back. Both routes only redirect; operations make all decisions. */
export function mountOauth(app: FastifyInstance, { kernel, operations, limits, log }: Deps): void {
  const { oauth, config } = kernel.services
  const cookie = oauthCookie(config.APP_URL)
  const run: Run = (name, request, input) => {
    const device = request.headers['user-agent']?.slice(0, 200)
    return execute(kernel, operations.get(name), walker, input, { door: 'rest', address: request.client, device })
  }
  // Only fixed words are passed back to the page: anything else could have been put into a link by somebody.
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

  app.get(beginRoute.path, async (request, reply) => {
    const provider = providerOf(request)
    limits.requireAnonymous(request.client)
    // The operation refuses anything that isn't valid.
    const { connect, challenge } = request.query as { connect?: string; challenge: string }
    const begun =
      connect === undefined
        ? run('beginOauth', request, { provider, challenge })
        : run('beginConnecting', request, { provider, state: connect })
    try {
      const { browser, ...flow } = await begun
      const url = await oauth.authorizationUrl(provider, flow)
      return reply.header('set-cookie', cookie.set(flow.state, browser)).redirect(url.href, 302)
    } catch (error) {
      if (error instanceof OauthFailure || connect !== undefined) return refuse(reply, provider, error)
      throw error
    }
  })

  app.get(callbackRoute.path, async (request, reply) => {
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
      const { purpose, code } = await run('acceptIdentity', request, {
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

type Run = <Name extends OperationName>(name: Name, request: FastifyRequest, input: InputOf<Name>) => Promise<OutputOf<Name>>
type Taken = OutputOf<'takeOauthState'>

/** A malformed state is treated like one that was never issued. */
async function take(run: Run, request: FastifyRequest, provider: ProviderName, state: string, browser: string): Promise<Taken> {
  try {
    return await run('takeOauthState', request, { provider, state, browser })
  } catch (error) {
    const refusal = toRefusal(error)
    throw refusal.code === 'invalid' ? new Refusal('unauthenticated', refusal.message, { reason: 'state_invalid' }) : refusal
  }
}
