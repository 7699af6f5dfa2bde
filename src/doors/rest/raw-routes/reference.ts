import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../kernel/operation.ts'
import { openApi } from '../openapi.ts'
import { renderReference } from '../reference-page.ts'

export const apiVersion = '0.4.0'

/** The contract of the web API, for programs and for people. */
export function mountReference(app: FastifyInstance, operations: ReadonlyMap<string, Operation>): void {
  const text = JSON.stringify(openApi(operations, apiVersion))
  const page = renderReference(operations)
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
  app.get('/api/reference', (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
