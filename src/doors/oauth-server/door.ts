import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OidcRecords } from '../../capabilities/identity/oauth-server/records.ts'
import type { Operations } from '../../capabilities/operations.ts'
import { toRefusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { newId } from '../../platform/ids.ts'
import type { Config } from '../../platform/config.ts'
import type { Limits } from '../shared/limits.ts'
import { pagePolicy } from '../shared/page.ts'
import { mountInteractions } from './interactions.ts'
import { readRegistration, unusedClientSeconds } from './registration.ts'
import { paths, providerRoutes, registerRoute } from './routes.ts'
import { issuerOf, mountResourceMetadata, resourcesOf } from '../shared/oauth-resources.ts'
import { scopesOf } from './scopes.ts'

export interface OauthServerOptions {
  kernel: Kernel
  operations: Operations
  limits: Limits
}

/** The OAuth 2.1 server, below /oauth, with its metadata documents at the root. */
export function mountOauthServer(app: FastifyInstance, { kernel, operations, limits }: OauthServerOptions): void {
  const { config } = kernel.services
  const scopes = scopesOf(operations.values())
  const open = async () => {
    const { createProvider } = await import('./provider.ts')
    const provider = createProvider(kernel, issuerOf(config), resourcesOf(config), scopes)
    provider.on('server_error', (ctx, error) => {
      const { code, status } = toRefusal(error)
      if (code !== 'unavailable') return kernel.report(error, 'oauth-server')
      if (ctx.status === 500) ctx.status = status
      ctx.set('retry-after', '1')
    })
    return { provider, serve: provider.callback() }
  }
  // The library is large and most processes never need it, so it is loaded on the first request.
  let opened: ReturnType<typeof open> | undefined
  const library = () => (opened ??= open())
  const clients = new OidcRecords(kernel, 'Client')

  const passOn = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    limits.requireAnonymous(request.client)
    const { serve } = await library()
    addressByConfig(request, config)
    if (request.routeOptions.url === paths.authorize) startAfresh(request, scopes)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.setHeader('content-security-policy', pagePolicy())
    await serve(request.raw, reply.raw)
  }

  mountResourceMetadata(app, config, scopes)

  void app.register(async (own) => {
    // The provider reads bodies itself.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const { method, path } of providerRoutes) own.route({ method, url: path, handler: passOn })
  })

  app.post(registerRoute.path, { bodyLimit: 32 * 1024 }, async (request, reply) => {
    limits.requireAnonymous(request.client)
    const issued = Math.floor(kernel.clock.now().getTime() / 1000)
    const given = readRegistration(request.body)
    if ('error' in given) return reply.code(400).send(given)
    const { provider } = await library()
    const client = { ...given, client_id: newId(), client_id_issued_at: issued }
    try {
      // Only the provider knows all of the validation rules.
      Reflect.construct(provider.Client, [client])
    } catch (error) {
      const { error: code = 'invalid_client_metadata', error_description } = error as { error?: string; error_description?: string }
      return reply.code(400).send({ error: code, error_description })
    }
    await clients.upsert(client.client_id, client, unusedClientSeconds)
    return reply.code(201).send(client)
  })

  void app.register(async (own) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    mountInteractions(own, { kernel, operations, limits, provider: async () => (await library()).provider })
  })
}

/** Whatever host and scheme a request used, the URLs in its response are based on APP_URL. */
function addressByConfig({ raw }: FastifyRequest, config: Config): void {
  const issuer = new URL(issuerOf(config))
  raw.headers.host = issuer.host
  raw.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
  delete raw.headers['x-forwarded-host']
  delete raw.headers['x-forwarded-for']
}

/** An authorization never reuses a login, so that each is a fresh decision by a person; a request without scopes asks for all. */
function startAfresh({ raw }: FastifyRequest, scopes: readonly string[]): void {
  delete raw.headers.cookie
  const url = new URL(raw.url ?? '/', 'http://localhost')
  if (url.searchParams.get('scope')) return
  url.searchParams.set('scope', scopes.join(' '))
  raw.url = url.pathname + url.search
}
