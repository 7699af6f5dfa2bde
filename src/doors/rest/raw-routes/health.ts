import type { FastifyInstance } from 'fastify'
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts'
import type { Probe } from '../../../platform/probe.ts'
import { version } from '../../../platform/version.ts'
import type { RawRoute } from '../../shared/raw-route.ts'

export interface Health {
  /** Uses a connection of its own and takes a second at most. */
  probe(): Promise<Probe>
  /** `off`: this machine's clock differs from PostgreSQL's by more than two seconds. */
  clock(): { clock: 'ok' | 'off' | 'unknown'; clock_ahead_seconds?: number }
  redis(): boolean
  draining(): boolean
  secondWall: 'whole' | 'partial'
  mail: boolean
  embeddings: Embeddings
}

const probe = { method: 'GET', area: 'administration', open: true } as const
const answer = <Properties extends object>(properties: Properties) => ({
  'application/json': { type: 'object', properties, required: Object.keys(properties) },
})
const status = (...words: string[]) => answer({ status: { type: 'string', enum: words } })
/** `baton doctor` compares the version with its own. */
const statusAndVersion = (...words: string[]) => answer({ status: { type: 'string', enum: words }, version: { type: 'string' } })
const liveRoute: RawRoute = {
  ...probe,
  path: '/health/live',
  operationId: 'isLive',
  summary: 'Whether the process responds; restart it if it does not',
  answers: { 200: { description: 'It does', content: status('ok') } },
}
const readyRoute: RawRoute = {
  ...probe,
  path: '/health/ready',
  operationId: 'isReady',
  summary: 'Whether the process can take requests',
  answers: {
    200: { description: 'It can', content: status('ready') },
    503: { description: 'It cannot, or is about to stop', content: status('not ready') },
  },
}
const healthRoute: RawRoute = {
  ...probe,
  path: '/health',
  operationId: 'getHealth',
  summary: 'What works: database, Redis, mail, embeddings; and the version',
  answers: {
    200: { description: 'Requests can be served', content: statusAndVersion('ok', 'degraded') },
    503: { description: 'They cannot', content: statusAndVersion('down') },
  },
}
export const healthRoutes = [liveRoute, readyRoute, healthRoute]

/**
 * `/health/live`: restart me if this does not answer. `/health/ready`: send me requests while this is 200. `/health`: what works, for
 * people; 200 while requests can be served, since a lost Redis only makes live updates late, a lost model leaves search by text, and a database
 * that takes no writes still answers reads.
 */
export function mountHealth(app: FastifyInstance, health: Health): void {
  app.get(liveRoute.path, async () => ({ status: 'ok' }))

  app.get(readyRoute.path, async (_request, reply) => {
    const { database, schema } = await health.probe()
    const draining = health.draining()
    const { clock, ...by } = health.clock()
    const ready = database !== 'down' && schema === 'current' && clock === 'ok' && !draining
    reply.code(ready ? 200 : 503)
    return { status: ready ? 'ready' : 'not ready', database, schema, clock, ...by, draining }
  })

  app.get(healthRoute.path, async (_request, reply) => {
    const { database, schema } = await health.probe()
    const redis = health.redis()
    const { state, model, why } = health.embeddings
    const { clock, ...by } = health.clock()
    const whole = database === 'ok' && clock !== 'off' && redis && state !== 'failed'
    const status = database === 'down' ? 'down' : whole ? 'ok' : 'degraded'
    reply.code(database === 'down' ? 503 : 200)
    return {
      status,
      version,
      database,
      schema,
      clock,
      ...by,
      redis: redis ? 'ok' : 'down',
      second_wall: health.secondWall,
      mail: health.mail ? 'on' : 'off',
      embeddings: { state, model: model?.name ?? null, ...(why && { why }) },
      ...(app.proxyHint && { proxy: app.proxyHint }),
    }
  })
}
