import { Limits } from '../doors/shared/limits.ts'
import { mountHealth, type Health } from '../doors/rest/raw-routes/health.ts'
import { mountMetrics } from '../doors/rest/raw-routes/metrics.ts'
import { createApp } from '../doors/rest/app.ts'
import { RateLimiter } from '../platform/rate-limit.ts'
import type { Assembly } from './assemble.ts'

/** Health and metrics of a worker, which serves nothing else. */
export async function listenForOperators({ config, kernel, hints, log }: Assembly, health: Health) {
  if (config.WORKER_PORT === undefined) return { address: null, close: async () => {} }
  const limiter = new RateLimiter(hints)
  const app = await createApp({ kernel, limits: new Limits(limiter, config, kernel.clock), log })
  mountHealth(app, health)
  mountMetrics(app, config.METRICS_TOKEN)
  const address = await app.listen({ host: config.HOST, port: config.WORKER_PORT })
  return {
    address,
    async close() {
      await app.close()
      limiter.close()
    },
  }
}
