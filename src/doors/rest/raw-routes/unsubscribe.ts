import type { FastifyInstance } from 'fastify'
import { nobody } from '../../../kernel/context.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { callOf } from '../caller.ts'
import type { Limits } from '../limits.ts'

interface Deps {
  kernel: Kernel
  operations: ReadonlyMap<string, Operation>
  limits: Limits
}

/** The address in a mail's List-Unsubscribe header: mail programs post a form there (RFC 8058), people come to the page that asks. */
export function mountUnsubscribe(app: FastifyInstance, { kernel, operations, limits }: Deps): void {
  const unsubscribe = operations.get('unsubscribe')
  if (!unsubscribe) return
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    // What the form says is known already.
    routes.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, _body, done) => done(null, null))
    routes.post('/unsubscribe/:token', async (request) => {
      limits.requireOperation(nobody, request.client, 'write')
      return execute(kernel, unsubscribe, nobody, request.params, callOf(request))
    })
    routes.get('/unsubscribe/:token', (request, reply) => {
      const { token } = request.params as { token: string }
      return reply.redirect(`/unsubscribe#${encodeURIComponent(token)}`)
    })
  })
}
