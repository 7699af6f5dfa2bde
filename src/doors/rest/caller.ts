import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateRefresh } from '../../capabilities/identity/login/authenticate.ts'
import type { Call, Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { authenticateRest } from '../shared/authenticate.ts'
import { TokenUse } from '../shared/token-use.ts'
import { deviceTokenOf } from '../shared/device-cookie.ts'
import type { Limits } from '../shared/limits.ts'

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Authenticates a request; `refresh` is the cookie's value, for the few routes that accept it instead of a credential. */
export type WhoCalls = (request: FastifyRequest, refresh?: string) => Promise<Principal>

/** Failed attempts count against the anonymous rate limit, so that guessing credentials is limited too. */
export function whoCalls(app: FastifyInstance, kernel: Kernel, limits: Limits): WhoCalls {
  const use = new TokenUse(kernel)
  app.addHook('onClose', () => use.close())
  return async (request, refresh) => {
    const authorization = header(request, 'authorization')
    try {
      const principal =
        refresh && authorization === undefined
          ? await authenticateRefresh(kernel, refresh)
          : await authenticateRest(kernel, authorization, header(request, 'baton-organization'), header(request, 'baton-impersonation'))
      if (principal.credential.kind === 'api_key') use.note(principal)
      return principal
    } catch (error) {
      limits.requireAnonymous(request.client)
      throw error
    }
  }
}

/** What a request carries besides its input. */
export function callOf(request: FastifyRequest): Call {
  const key = header(request, 'idempotency-key')
  if (key !== undefined && (key.length < 1 || key.length > 255)) {
    throw new Refusal('invalid', 'Idempotency-Key must have 1 to 255 characters.')
  }
  return {
    door: 'rest',
    idempotencyKey: key,
    address: request.client,
    device: header(request, 'user-agent')?.slice(0, 200),
    deviceToken: deviceTokenOf(request),
  }
}
