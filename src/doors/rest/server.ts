import type { FastifyInstance } from 'fastify'
import type { Operations } from '../../capabilities/operations.ts'
import type { Kernel } from '../../kernel/execute.ts'
import type { Logger } from '../../platform/log.ts'
import { version } from '../../platform/version.ts'
import { mountAuthBackend } from '../auth-backend/answer.ts'
import type { McpDoor } from '../mcp/door.ts'
import { mcpRoutes } from '../mcp/routes.ts'
import { mountOauthServer } from '../oauth-server/door.ts'
import { oauthServerRoutes } from '../oauth-server/routes.ts'
import { tunnelRoutes, type TunnelDoor } from '../tunnels/tunnel-door.ts'
import { socketRoute } from '../websocket/handshake.ts'
import { asyncApi } from '../websocket/messages.ts'
import { resourceMetadataRoutes } from '../shared/oauth-resources.ts'
import type { OpenStreams } from '../shared/open-streams.ts'
import type { RawRoute } from '../shared/raw-route.ts'
import { Answers } from './answers.ts'
import { createApp } from './app.ts'
import { whoCalls } from './caller.ts'
import type { Limits } from '../shared/limits.ts'
import { mountOperations } from './mount.ts'
import { limitOpenRoutes } from './open-routes.ts'
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

/** The routes besides operations, static files and pages; the OpenAPI document describes them. */
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
