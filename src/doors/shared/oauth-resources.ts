import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { RawRoute } from './raw-route.ts'

const endpoints = ['/mcp', '/mcp/sse']
const metadata = '/.well-known/oauth-protected-resource'

const originOf = (url: string): string => new URL(url).origin

/** The resources that our access tokens can be issued for. */
export const resourcesOf = (config: Config): string[] => endpoints.map((path) => originOf(config.APP_URL) + path)

export const issuerOf = (config: Config): string => originOf(config.AUTH_BACKEND_URL ?? config.APP_URL)

/** The metadata URL from which a client that was refused at this path learns how to log in. */
export function metadataAddress(config: Config, path: string): string {
  const sse = path.startsWith('/mcp/sse') || path.startsWith('/mcp/messages')
  return `${originOf(config.APP_URL)}${metadata}${sse ? '/mcp/sse' : '/mcp'}`
}

/** Each route with the resource it describes. */
const metadataRoutes = ['', ...endpoints].map((endpoint) => ({
  resource: endpoint || '/mcp',
  route: {
    method: 'GET',
    path: `${metadata}${endpoint}`,
    operationId: `getProtectedResource${endpoint.replaceAll(/\/(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    area: 'identity',
    summary: `How a client gets a token for ${endpoint || 'the MCP server'} (RFC 9728)`,
    open: true,
    answers: { 200: { description: 'The metadata', content: { 'application/json': { type: 'object' } } } },
  } satisfies RawRoute,
}))
export const resourceMetadataRoutes: RawRoute[] = metadataRoutes.map(({ route }) => route)

/** Protected-resource metadata (RFC 9728), at the root and below it for each endpoint. */
export function mountResourceMetadata(app: FastifyInstance, config: Config, scopes: readonly string[]): void {
  for (const { resource, route } of metadataRoutes) {
    const text = JSON.stringify({
      resource: originOf(config.APP_URL) + resource,
      authorization_servers: [issuerOf(config)],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Baton',
    })
    app.get(route.path, (_request, reply) =>
      reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(text),
    )
  }
}
