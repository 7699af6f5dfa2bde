import { askedCredentials } from '../doors/auth-backend/ask.ts'
import { createMcpDoor } from '../doors/mcp/door.ts'
import { mountResourceMetadata, resourcesOf } from '../doors/shared/oauth-resources.ts'
import { scopesOf } from '../doors/oauth-server/scopes.ts'
import { Followers } from '../doors/shared/followers.ts'
import { OpenStreams } from '../doors/shared/open-streams.ts'
import { Limits } from '../doors/shared/limits.ts'
import { mountHealth } from '../doors/rest/raw-routes/health.ts'
import { mountMetrics } from '../doors/rest/raw-routes/metrics.ts'
import { createApp } from '../doors/rest/app.ts'
import type { Operations } from '../capabilities/operations.ts'
import { ConfigurationError, type Config } from '../platform/config.ts'
import { RateLimiter } from '../platform/rate-limit.ts'
import { startTracing } from '../platform/tracing.ts'
import { assemble } from './assemble.ts'
import { createHealth } from './health.ts'

/** A process with the MCP door alone. It connects to the database as baton_app and asks the auth backend about every credential. */
export async function startMcpNode(config: Config, operations: Operations) {
  const { AUTH_BACKEND_URL, AUTH_BACKEND_KEY } = config
  if (!AUTH_BACKEND_URL || !AUTH_BACKEND_KEY) {
    throw new ConfigurationError(
      'A separate MCP process needs AUTH_BACKEND_URL and AUTH_BACKEND_KEY: whom to ask about tokens, and with what.',
    )
  }
  const stopTracing = await startTracing(config, 'baton-mcp')
  const assembly = await assemble(config)
  const { kernel, hints, log } = assembly
  const limiter = new RateLimiter(hints)
  const limits = new Limits(limiter, config, kernel.clock)
  const credentials = askedCredentials(AUTH_BACKEND_URL, AUTH_BACKEND_KEY, resourcesOf(config))
  const streams = new OpenStreams(kernel, credentials)
  const followers = await Followers.start(kernel, hints)
  const mcp = await createMcpDoor({ kernel, operations, limits, hints, followers, streams, credentials, log })
  const app = await createApp({ kernel, limits, log })
  mountResourceMetadata(app, config, scopesOf(operations.values()))
  const health = await createHealth(assembly)
  mountHealth(app, health)
  mountMetrics(app, config.METRICS_TOKEN)
  mcp.mount(app)
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  return {
    address,
    log,
    drain: () => health.drain(),
    async close() {
      health.drain()
      await mcp.close()
      await followers.close()
      await app.close()
      streams.close()
      limiter.close()
      await health.close()
      await assembly.close()
      await stopTracing()
    },
  }
}
