import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../kernel/operation.ts'
import { version } from '../../../platform/version.ts'
import { openApi } from '../openapi.ts'
import { renderReference } from '../reference-page.ts'
import { sendFile, staticFile } from '../static-file.ts'
import type { RawRoute } from '../../shared/raw-route.ts'

const reference = { method: 'GET', area: 'administration', open: true } as const
const documentRoute: RawRoute = {
  ...reference,
  path: '/api/openapi.json',
  operationId: 'getOpenApi',
  summary: 'This document',
  answers: { 200: { description: 'OpenAPI 3.1', content: { 'application/json': { type: 'object' } } } },
}
const pageRoute: RawRoute = {
  ...reference,
  path: '/api/reference',
  operationId: 'getReference',
  summary: 'The reference of the web API as a page',
  answers: { 200: { description: 'The page', content: { 'text/html': { type: 'string' } } } },
}
const liveRoute: RawRoute = {
  ...reference,
  path: '/api/asyncapi.json',
  operationId: 'getAsyncApi',
  summary: 'The messages of the WebSocket /api/ws',
  answers: { 200: { description: 'AsyncAPI 3', content: { 'application/json': { type: 'object' } } } },
}
export const referenceRoutes = [documentRoute, liveRoute, pageRoute]

/** The contract of the web API, for programs and for people. */
export function mountReference(
  app: FastifyInstance,
  operations: ReadonlyMap<string, Operation>,
  rawRoutes: readonly RawRoute[],
  messages: object,
): void {
  const document = staticFile('application/json; charset=utf-8', () => JSON.stringify(openApi({ operations, rawRoutes, version })))
  const page = staticFile('text/html; charset=utf-8', () => renderReference(operations))
  app.get(documentRoute.path, (request, reply) => sendFile(request, reply.header('cache-control', 'no-cache'), document))
  const live = staticFile('application/json; charset=utf-8', () => JSON.stringify(messages))
  app.get(liveRoute.path, (request, reply) => sendFile(request, reply.header('cache-control', 'no-cache'), live))
  app.get(pageRoute.path, (request, reply) => {
    const policy = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'"
    return sendFile(request, reply.header('cache-control', 'no-cache').header('content-security-policy', policy), page)
  })
}
