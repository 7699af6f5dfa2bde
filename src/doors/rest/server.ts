import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify'
import type { Operations } from '../../capabilities/operations.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { clientAddress, proxyList } from '../../platform/addresses.ts'
import type { Logger } from '../../platform/log.ts'
import { withOrigin } from '../../platform/origin.ts'
import { observeRequest } from '../../platform/telemetry.ts'
import { version } from '../../platform/version.ts'
import { Refusal } from '../../kernel/errors.ts'
import { mountAuthBackend } from '../auth-backend/answer.ts'
import type { McpDoor } from '../mcp/door.ts'
import { mcpRoutes } from '../mcp/routes.ts'
import { mountOauthServer, oauthServerRoutes } from '../oauth-server/door.ts'
import { tunnelRoutes, type TunnelDoor } from '../tunnels/tunnel-door.ts'
import { socketRoute } from '../websocket/handshake.ts'
import { asyncApi } from '../websocket/messages.ts'
import { resourceMetadataRoutes } from '../shared/oauth-resources.ts'
import type { OpenStreams } from '../shared/open-streams.ts'
import type { RawRoute } from '../shared/raw-route.ts'
import { Answers } from './answers.ts'
import { whoCalls } from './caller.ts'
import { drainOnClose } from './drain.ts'
import { watchForProxy } from './forwarding.ts'
import type { Limits } from '../shared/limits.ts'
import { mountOperations } from './mount.ts'
import { limitOpenRoutes } from './open-routes.ts'
import { sendProblem } from '../shared/problem.ts'
import { attachmentRoutes, mountAttachments } from './raw-routes/attachments.ts'
import { billingWebhookRoute, mountBillingWebhook } from './raw-routes/billing-webhook.ts'
import { mountDashboard } from './raw-routes/dashboard.ts'
import { exportRoute, mountExport } from './raw-routes/export.ts'
import { healthRoutes, mountHealth, type Health } from './raw-routes/health.ts'
import { hostWebhookRoute, mountHostWebhook } from './raw-routes/host-webhook.ts'
import { githubAppRoute, mountGitHubApp } from './raw-routes/github-app.ts'
import { metricsRoute, mountMetrics } from './raw-routes/metrics.ts'
import { mountOauth, oauthRoutes } from './raw-routes/oauth.ts'
import { mountPages } from './raw-routes/pages.ts'
import { mountReads, readsRoute } from './raw-routes/reads.ts'
import { mountReference, referenceRoutes } from './raw-routes/reference.ts'
import { mountSyncFiles, syncFileRoutes } from './raw-routes/sync-files.ts'
import { mountSyncPush, pushRoute } from './raw-routes/sync-push.ts'
import { mountSkillArchives, skillArchiveRoutes } from './raw-routes/skill-archives.ts'
import { mountSkillClients, skillClientRoutes } from './raw-routes/skill-clients.ts'
import { mountUnsubscribe, unsubscribeRoutes } from './raw-routes/unsubscribe.ts'
import { mountUploads, pictureRoutes } from './raw-routes/uploads.ts'
import { mountPublicPages } from './public/public-pages.ts'
import { cutSlowBodies, longestRequest } from './slow-bodies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's address, behind trusted proxies. */
    client: string
  }
  interface FastifyInstance {
    /** What an operator has to set because of a reverse proxy that nobody named. */
    proxyHint: string | undefined
    /** Answers with the dashboard's page, if the request is for one. */
    showsPage: ((request: FastifyRequest, reply: FastifyReply) => boolean) | undefined
  }
}

export interface RestOptions {
  kernel: Kernel
  operations: Operations
  limits: Limits
  log: Logger
  health: Health
  mcp: McpDoor
  streams: OpenStreams
  tunnels: TunnelDoor
}

/** What is served besides operations, static files and pages; the OpenAPI document describes it. */
export const rawRoutes: readonly RawRoute[] = [
  ...pictureRoutes,
  ...attachmentRoutes,
  ...skillArchiveRoutes,
  ...skillClientRoutes,
  ...unsubscribeRoutes,
  hostWebhookRoute,
  githubAppRoute,
  billingWebhookRoute,
  exportRoute,
  pushRoute,
  readsRoute,
  ...syncFileRoutes,
  ...healthRoutes,
  metricsRoute,
  ...referenceRoutes,
  ...oauthRoutes,
  ...oauthServerRoutes,
  ...resourceMetadataRoutes,
  ...mcpRoutes,
  socketRoute,
  ...tunnelRoutes,
]

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
}

/** What every server of ours has: headers, addresses, refusals, an orderly end. */
export async function createApp({ kernel, limits, log }: Pick<RestOptions, 'kernel' | 'limits' | 'log'>): Promise<FastifyInstance> {
  const { config } = kernel.services
  const trusted = proxyList(config.TRUSTED_PROXIES)
  const proxy = watchForProxy(config, trusted, log)
  const secure = config.APP_URL.startsWith('https:')
  const app = fastify({
    logger: false,
    bodyLimit: 1024 * 1024,
    // Node looks at both: a head has ten seconds, a whole request as long as the slowest body that `cutSlowBodies` waits for.
    http: { headersTimeout: 10_000, requestTimeout: longestRequest, connectionsCheckingInterval: 1_000 },
    requestTimeout: longestRequest,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    genReqId: () => randomUUID(),
  })
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
    const name = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    const span = observeRequest(name, Array.isArray(given) ? undefined : given)
    reply.raw.once('close', span.end)
    withOrigin({ request_id: request.id, traceparent: span.traceparent }, done)
  })
  drainOnClose(app)
  cutSlowBodies(app)
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the address itself: a query or a path may carry a secret.
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
    // A page is a file that is the same for everybody: whoever shares an address with many others must still be able to open it.
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

export async function createServer({
  kernel,
  operations,
  limits,
  log,
  health,
  mcp,
  streams,
  tunnels,
}: RestOptions): Promise<FastifyInstance> {
  const { config } = kernel.services
  const app = await createApp({ kernel, limits, log })
  limitOpenRoutes(app, limits)
  const callerOf = whoCalls(app, kernel, limits)
  mountOperations(app, kernel, operations.values(), limits, callerOf, new Answers(app, kernel, operations, streams))
  mountUploads(app, { kernel, operations, limits, callerOf })
  mountAttachments(app, { kernel, operations, limits, callerOf })
  mountSkillArchives(app, { kernel, operations, limits, callerOf })
  mountSkillClients(app, { kernel, operations, limits })
  mountUnsubscribe(app, { kernel, operations, limits })
  mountHostWebhook(app, { kernel, operations, limits })
  mountBillingWebhook(app, { kernel, operations, limits })
  mountExport(app, { kernel, operations, limits, callerOf })
  mountReads(app, { kernel, operations, limits, callerOf })
  mountSyncPush(app, { kernel, operations, limits, callerOf })
  mountSyncFiles(app, { kernel, operations, limits, callerOf })
  mountHealth(app, health)
  mountMetrics(app, config.METRICS_TOKEN)
  mountReference(app, operations, rawRoutes, asyncApi(version))
  mountPages(app)
  mountPublicPages(app, { kernel, operations })
  mountGitHubApp(app, config)
  app.showsPage = mountDashboard(app, config.DASHBOARD_DIR)
  mountOauth(app, { kernel, operations, limits, log })
  mountOauthServer(app, { kernel, operations, limits })
  mountAuthBackend(app, kernel, limits)
  mcp.mount(app)
  tunnels.mount(app)
  return app
}
