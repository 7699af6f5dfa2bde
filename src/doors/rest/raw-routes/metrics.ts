import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../kernel/errors.ts'
import { digest } from '../../../platform/secrets.ts'
import { metrics } from '../../../platform/telemetry.ts'
import { bearer } from '../../authenticate.ts'
import { isLocal } from '../forwarding.ts'

/** Prometheus metrics: with METRICS_TOKEN for whoever sends it, without for this machine only. */
export function mountMetrics(app: FastifyInstance, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    const given = bearer(request.headers.authorization)
    const allowed = token
      ? given !== null && timingSafeEqual(digest(given), digest(token))
      : isLocal(request.socket.remoteAddress ?? '', request.headers)
    if (!allowed) throw new Refusal('not_found', 'There is no such path. The reference is at /api/reference.')
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}
