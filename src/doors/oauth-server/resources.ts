import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'

const endpoints = ['/mcp', '/mcp/sse']
const metadata = '/.well-known/oauth-protected-resource'

const originOf = (url: string): string => new URL(url).origin

/** What an access token of ours can be made for. */
export const resourcesOf = (config: Config): string[] => endpoints.map((path) => originOf(config.APP_URL) + path)

export const issuerOf = (config: Config): string => originOf(config.AUTH_BACKEND_URL ?? config.APP_URL)

/** Where a client that was refused at this path learns how to log in. */
export function metadataAddress(config: Config, path: string): string {
  const sse = path.startsWith('/mcp/sse') || path.startsWith('/mcp/messages')
  return `${originOf(config.APP_URL)}${metadata}${sse ? '/mcp/sse' : '/mcp'}`
}

/** Protected-resource metadata (RFC 9728), at the root and below it for each endpoint. */
export function mountResourceMetadata(app: FastifyInstance, config: Config, scopes: readonly string[]): void {
  for (const [path, place] of [['', 0], ...endpoints.map((path, place) => [path, place] as const)] as const) {
    const text = JSON.stringify({
      resource: resourcesOf(config)[place],
      authorization_servers: [issuerOf(config)],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Baton',
    })
    app.get(metadata + path, (_request, reply) =>
      reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(text),
    )
  }
}
