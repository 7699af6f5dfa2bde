import type { FastifyInstance } from 'fastify'
import type { Operations } from '../../../capabilities/operations.ts'
import { nobody } from '../../../kernel/context.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { callOf } from '../caller.ts'
import type { Limits } from '../../shared/limits.ts'
import type { RawRoute } from '../../shared/raw-route.ts'
import { unsubscribe } from '../../../capabilities/notices/notifications/notifications.contract.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
}

const fromMail = { path: '/unsubscribe/:token', area: 'notices', open: true } as const
const unsubscribeRoute: RawRoute = {
  ...fromMail,
  method: 'POST',
  operationId: 'unsubscribeByMail',
  summary: 'Unsubscribe from a kind of mail with one click (RFC 8058)',
  body: { 'application/x-www-form-urlencoded': null },
  answers: { 200: { description: 'Unsubscribed', content: { 'application/json': unsubscribe.output } } },
}
const unsubscribePage: RawRoute = {
  ...fromMail,
  method: 'GET',
  operationId: 'openUnsubscribePage',
  summary: 'Go to the page that asks whether to unsubscribe',
  answers: { 302: { description: 'To the page' } },
}
export const unsubscribeRoutes = [unsubscribeRoute, unsubscribePage]

/** The URL in a mail's List-Unsubscribe header: mail clients POST a form there (RFC 8058), people are redirected to a page that asks. */
export function mountUnsubscribe(app: FastifyInstance, { kernel, operations, limits }: Deps): void {
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    // The content of the form is always the same, so it is ignored.
    routes.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, _body, done) => done(null, null))
    routes.post<{ Params: { token: string } }>(unsubscribeRoute.path, async (request) => {
      limits.requireOperation(nobody, request.client, 'write')
      return execute(kernel, operations.get('unsubscribe'), nobody, request.params, callOf(request))
    })
    routes.get(unsubscribePage.path, (request, reply) => {
      const { token } = request.params as { token: string }
      return reply.redirect(`/unsubscribe#${encodeURIComponent(token)}`)
    })
  })
}
