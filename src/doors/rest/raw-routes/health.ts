import type { FastifyInstance } from 'fastify'

export interface Health {
  database(): Promise<boolean>
  redis(): boolean
  secondWall: 'whole' | 'partial'
  mail: boolean
}

/** 200 while requests can be served: a lost Redis only makes live updates late. */
export function mountHealth(app: FastifyInstance, health: Health): void {
  app.get('/health', async (_request, reply) => {
    const database = await health.database()
    const redis = health.redis()
    const status = !database ? 'down' : redis ? 'ok' : 'degraded'
    reply.code(database ? 200 : 503)
    return {
      status,
      database: database ? 'ok' : 'down',
      redis: redis ? 'ok' : 'down',
      second_wall: health.secondWall,
      mail: health.mail ? 'on' : 'off',
    }
  })
}
