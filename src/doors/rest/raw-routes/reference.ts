import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../kernel/operation.ts'
import { openApi } from '../openapi.ts'
import { renderReference } from '../reference-page.ts'
import { sendFile, staticFile } from '../static-file.ts'

export const apiVersion = '0.5.0'

/** The contract of the web API, for programs and for people. */
export function mountReference(app: FastifyInstance, operations: ReadonlyMap<string, Operation>): void {
  const document = staticFile('application/json; charset=utf-8', JSON.stringify(openApi(operations, apiVersion)))
  const page = staticFile('text/html; charset=utf-8', renderReference(operations))
  app.get('/api/openapi.json', (request, reply) => sendFile(request, reply.header('cache-control', 'no-cache'), document))
  app.get('/api/reference', (request, reply) => {
    const policy = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'"
    return sendFile(request, reply.header('cache-control', 'no-cache').header('content-security-policy', policy), page)
  })
}
