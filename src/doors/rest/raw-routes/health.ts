import type { FastifyInstance } from 'fastify'
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts'

export interface Health {
  database(): Promise<boolean>
  redis(): boolean
  secondWall: 'whole' | 'partial'
  mail: boolean
  embeddings: Embeddings
}

/** 200 while requests can be served: a lost Redis only makes live updates late, a lost model leaves search by text. */
export function mountHealth(app: FastifyInstance, health: Health): void {
  app.get('/health', async (_request, reply) => {
    const database = await health.database()
    const redis = health.redis()
    const { state, model, why } = health.embeddings
    const status = !database ? 'down' : redis && state !== 'failed' ? 'ok' : 'degraded'
    reply.code(database ? 200 : 503)
    return {
      status,
      database: database ? 'ok' : 'down',
      redis: redis ? 'ok' : 'down',
      second_wall: health.secondWall,
      mail: health.mail ? 'on' : 'off',
      embeddings: { state, model: model?.name ?? null, ...(why && { why }) },
      ...(app.proxyHint && { proxy: app.proxyHint }),
    }
  })
}
