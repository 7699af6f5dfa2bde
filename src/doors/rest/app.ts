import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { clientAddress, proxyList } from '../../platform/addresses.ts'
import { TooManyValues, refuseManyValues } from '../../platform/bounded-json.ts'
import type { Logger } from '../../platform/log.ts'
import { withOrigin } from '../../platform/origin.ts'
import { traceRequest } from '../../platform/tracing.ts'
import { countRequests } from '../shared/count-requests.ts'
import type { Limits } from '../shared/limits.ts'
import { sendProblem } from '../shared/problem.ts'
import { drainOnClose } from './drain.ts'
import { watchForProxy } from './forwarding.ts'
import { cutSlowBodies, longestRequest } from './slow-bodies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's address, behind trusted proxies. */
    client: string
  }
  interface FastifyInstance {
    /** What the operator has to set because requests arrive through an untrusted reverse proxy. */
    proxyHint: string | undefined
    /** Sends the dashboard's page if the request is for one. */
    showsPage: ((request: FastifyRequest, reply: FastifyReply) => boolean) | undefined
  }
}

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
}

/** What all of our HTTP servers share: headers, client addresses, error responses, graceful shutdown. */
export async function createApp({ kernel, limits, log }: { kernel: Kernel; limits: Limits; log: Logger }): Promise<FastifyInstance> {
  const { config } = kernel.services
  const trusted = proxyList(config.TRUSTED_PROXIES)
  const proxy = watchForProxy(config, trusted, log)
  const secure = config.APP_URL.startsWith('https:')
  const app = fastify({
    logger: false,
    bodyLimit: 1024 * 1024,
    // Node enforces both: headers have ten seconds, a whole request as long as the slowest body that `cutSlowBodies` allows.
    http: { headersTimeout: 10_000, requestTimeout: longestRequest, connectionsCheckingInterval: 1_000 },
    requestTimeout: longestRequest,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    genReqId: () => randomUUID(),
  })
  countRequests(app)
  boundJson(app)
  app.decorateRequest('client', '')
  app.decorate('showsPage', undefined)
  app.decorate('proxyHint', { getter: () => proxy.hint })
  app.addHook('onRequest', (request, reply, done) => {
    const forwarded = request.headers['x-forwarded-for']
    const peer = request.socket.remoteAddress ?? ''
    proxy.look(peer, request.headers)
    request.client = clientAddress(peer, Array.isArray(forwarded) ? forwarded.join(',') : forwarded, trusted)
    reply.headers(securityHeaders)
    if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    reply.header('x-request-id', request.id)
    const given = request.headers['traceparent']
    const span = traceRequest(request.method, request.routeOptions.url ?? 'unknown', Array.isArray(given) ? undefined : given)
    reply.raw.once('close', () => span.end(reply.raw.statusCode))
    withOrigin({ request_id: request.id, traceparent: span.traceparent }, done)
  })
  drainOnClose(app)
  cutSlowBodies(app)
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the URL itself: a query or a path may carry a secret.
    const route = request.routeOptions.url ?? 'unknown'
    log.info(
      { request_id: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const sent = sendProblem(reply, error)
    if (reply.statusCode >= 500) log.error({ request_id: request.id, err: (error as Error).cause ?? error }, 'request failed')
    return sent
  })
  app.setNotFoundHandler((request, reply) => {
    // A page is a static file, so it is not rate limited: clients that share an address with many others must still be able to open it.
    if (app.showsPage?.(request, reply)) return reply
    limits.requireAnonymous(request.client)
    return sendProblem(reply, new Refusal('not_found', 'There is no such path. The reference is at /api/reference.'))
  })
  if (config.CORS_ORIGINS.length > 0) {
    const mcpHeaders = ['mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name', 'last-event-id']
    const ownHeaders = ['idempotency-key', 'baton-organization', 'baton-session', 'baton-impersonation']
    const allowedHeaders = ['authorization', 'content-type', ...ownHeaders, ...mcpHeaders]
    await app.register(cors, {
      origin: config.CORS_ORIGINS,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders,
      credentials: true,
      exposedHeaders: ['retry-after', 'x-request-id', 'baton-log-position', 'mcp-session-id', 'www-authenticate'],
    })
  }
  return app
}

/** A body of a megabyte can be a single text or a million values, and only the first is parsed quickly. */
function boundJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    try {
      refuseManyValues(String(body))
    } catch (error) {
      return done(error instanceof TooManyValues ? new Refusal('too_large', error.message) : (error as Error))
    }
    return parse(request, String(body), done)
  })
}
