import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../kernel/errors.ts'
import { digest } from '../../../platform/secrets.ts'
import { metrics } from '../../../platform/metrics.ts'
import { bearer } from '../../shared/authenticate.ts'
import { isLocal } from '../forwarding.ts'
import type { RawRoute } from '../../shared/raw-route.ts'

export const metricsRoute: RawRoute = {
  method: 'GET',
  path: '/metrics',
  operationId: 'getMetrics',
  area: 'administration',
  summary: 'Prometheus metrics, with METRICS_TOKEN as the bearer token or, if none is set, from the same machine',
  answers: { 200: { description: 'Metrics', content: { 'text/plain': { type: 'string' } } } },
}

/** Prometheus metrics: if METRICS_TOKEN is set, for whoever sends it; otherwise for this machine only. */
export function mountMetrics(app: FastifyInstance, token: string | undefined): void {
  app.get(metricsRoute.path, async (request, reply) => {
    const given = bearer(request.headers.authorization)
    const allowed = token
      ? given !== null && timingSafeEqual(digest(given), digest(token))
      : isLocal(request.socket.remoteAddress ?? '', request.headers)
    if (!allowed) throw new Refusal('not_found', 'There is no such path. The reference is at /api/reference.')
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}
