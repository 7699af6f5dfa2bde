import type { FastifyRequest } from 'fastify'
import { validateHostHeader } from '@modelcontextprotocol/server'
import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import type { Config } from '../../platform/config.ts'
import type { Credentials } from '../shared/credentials.ts'
import { metadataAddress } from '../shared/oauth-resources.ts'
import type { Limits } from '../shared/limits.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Checks headers only, before the body is read: first origin and host, then the credential. */
export function createGuard(kernel: Kernel, limits: Limits, credentials: Credentials): (request: FastifyRequest) => Promise<Principal> {
  const requireSource = sourceCheck(kernel.services.config)
  return async (request) => {
    requireSource(request.headers.origin, request.headers.host)
    try {
      return await credentials.identify(request.headers.authorization)
    } catch (error) {
      limits.requireAnonymous(request.client)
      throw pointingToLogin(error, kernel.services.config, request.url)
    }
  }
}

/** Tells a client whose credential is refused where to log in. */
export function pointingToLogin(error: unknown, config: Config, path: string): unknown {
  if (!(error instanceof Refusal)) return error
  return new Refusal(error.code, error.message, { ...error.extra, resource_metadata: metadataAddress(config, path) })
}

/** Against DNS rebinding: a page of another origin can't reach us by its own name or by one that resolves to this machine. */
function sourceCheck(config: Config): (origin: string | undefined, host: string | undefined) => void {
  const app = new URL(config.APP_URL)
  const origins = new Set([app.origin, ...config.CORS_ORIGINS])
  // Behind a proxy or in a container the Host is up to the operator; on loopback only our own hostname and the machine's make sense.
  const hosts = loopback.includes(config.HOST) || config.HOST === '::1' ? [...loopback, app.hostname] : undefined
  return (origin, host) => {
    if (origin !== undefined && !origins.has(origin)) {
      throw new Refusal('forbidden', 'Pages of this origin may not connect. Add it to CORS_ORIGINS if they should.')
    }
    if (!host || (hosts && !validateHostHeader(host, hosts).ok)) {
      throw new Refusal('forbidden', 'This Host is not ours. Connect by the address in APP_URL.')
    }
  }
}
