import type { FastifyInstance } from 'fastify'
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts'
import type { Probe } from '../../../platform/probe.ts'

export interface Health {
  /** Over a connection of its own, in a second at most. */
  probe(): Promise<Probe>
  redis(): boolean
  draining(): boolean
  secondWall: 'whole' | 'partial'
  mail: boolean
  embeddings: Embeddings
}

/**
 * `/health/live`: restart me if this does not answer. `/health/ready`: send me requests while this is 200. `/health`: what works, for
 * people; 200 while requests can be served, since a lost Redis only makes live updates late and a lost model leaves search by text.
 */
export function mountHealth(app: FastifyInstance, health: Health): void {
  app.get('/health/live', async () => ({ status: 'ok' }))

  app.get('/health/ready', async (_request, reply) => {
    const { database, schema } = await health.probe()
    const draining = health.draining()
    const ready = database === 'ok' && schema === 'current' && !draining
    reply.code(ready ? 200 : 503)
    return { status: ready ? 'ready' : 'not ready', database, schema, draining }
  })

  app.get('/health', async (_request, reply) => {
    const { database, schema } = await health.probe()
    const redis = health.redis()
    const { state, model, why } = health.embeddings
    const status = database === 'down' ? 'down' : redis && state !== 'failed' ? 'ok' : 'degraded'
    reply.code(database === 'ok' ? 200 : 503)
    return {
      status,
      database,
      schema,
      redis: redis ? 'ok' : 'down',
      second_wall: health.secondWall,
      mail: health.mail ? 'on' : 'off',
      embeddings: { state, model: model?.name ?? null, ...(why && { why }) },
      ...(app.proxyHint && { proxy: app.proxyHint }),
    }
  })
}
