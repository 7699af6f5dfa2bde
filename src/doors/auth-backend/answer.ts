import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { nobody, type Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { digest } from '../../platform/secrets.ts'
import { authenticateMcp } from '../shared/authenticate.ts'
import type { Limits } from '../shared/limits.ts'
import { ownCredentials } from '../shared/credentials.ts'
import { Identified, Identify, Revoked, Used, places } from './wire.ts'

/** Checks MCP credentials for a separate process that presents the service key; not mounted if no key is configured. */
export function mountAuthBackend(app: FastifyInstance, kernel: Kernel, limits: Limits): void {
  const key = kernel.services.config.AUTH_BACKEND_KEY
  if (!key) return
  const right = digest(`Bearer ${key}`)
  const credentials = ownCredentials(kernel)

  const requireService = async (request: FastifyRequest): Promise<void> => {
    const { authorization = '', origin, 'sec-fetch-site': page } = request.headers
    if (timingSafeEqual(digest(authorization), right) && origin === undefined && page === undefined) return
    limits.requireAnonymous(request.client)
    throw new Refusal('forbidden', 'Only processes of this instance may ask here, with AUTH_BACKEND_KEY.')
  }

  void app.register(async (own) => {
    own.addHook('onRequest', requireService)
    // A process of this instance sends many credentials at once, and nobody else gets here: the number of values has no limit.
    own.removeContentTypeParser('application/json')
    own.addContentTypeParser('application/json', { parseAs: 'string' }, own.getDefaultJsonParser('error', 'error'))
    own.post(places.identify, async (request) => {
      const { credential, audiences } = parse(Identify, request.body)
      return Identified.parse(await authenticateMcp(kernel, `Bearer ${credential}`, audiences))
    })
    own.post(places.revoked, { bodyLimit: 16 * 1024 * 1024 }, async (request) => {
      const asked = parse(Revoked, request.body).credentials.map(({ kind, id, organization }): Principal => ({
        ...nobody,
        credential: { kind, id },
        organization: { id: organization, role: 'viewer' },
      }))
      const ended = await credentials.revokedAmong(asked)
      return { revoked: ended.map(({ credential }) => credential.id) }
    })
    own.post(places.used, { bodyLimit: 16 * 1024 * 1024 }, async (request) => {
      await credentials.recordUse(parse(Used, request.body).tokens)
      return {}
    })
  })
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new Refusal('invalid', 'This request is from a process of another version. Run the same version everywhere.')
}
