import type { FastifyInstance } from 'fastify'
import type { Limits } from '../shared/limits.ts'
import { publicRoutes } from './public/public-pages.ts'
import { pageRoutes } from './raw-routes/pages.ts'

/** Routes without authentication, besides operations and the dashboard's own files. */
export const openRoutes: readonly string[] = [
  '/health',
  '/metrics',
  '/api/openapi.json',
  '/api/reference',
  '/files/:name',
  '/unsubscribe/:token',
  '/api/marketplace/:slug/archive',
  '/pages/github-app',
  ...pageRoutes,
  ...publicRoutes,
]

/** Each of these is cheap, and machines behind a shared address request many, so they have a generous limit of their own. */
export function limitOpenRoutes(app: FastifyInstance, limits: Limits): void {
  const open = new Set(openRoutes)
  app.addHook('onRequest', (request, _reply, done) => {
    if (open.has(request.routeOptions.url ?? '')) limits.requireOpen(request.client)
    done()
  })
}
