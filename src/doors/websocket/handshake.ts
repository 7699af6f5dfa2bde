import type { IncomingMessage } from 'node:http'
import type { Principal } from '../../kernel/context.ts'
import { Refusal, toRefusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { authenticateLive } from '../shared/authenticate.ts'
import type { Limits } from '../shared/limits.ts'
import type { RawRoute } from '../shared/raw-route.ts'
import { requireOrigin, splitUrl } from '../shared/upgrades.ts'

export const socketRoute: RawRoute = {
  method: 'GET',
  path: '/api/ws',
  operationId: 'openSocket',
  area: 'log',
  summary: 'Open a WebSocket with live events of an organization',
  open: true,
  query: {
    token: { type: 'string', description: 'A ticket of POST /api/auth/ws-ticket' },
    organization: { type: 'string', description: 'Id or handle; without it your personal one is meant' },
  },
  required: ['token'],
  answers: { 101: { description: 'The connection is a WebSocket from here on' } },
}

/** Authenticates a client that wants to connect. The requested URL contains a token, so no part of it is ever logged. */
export async function admit(kernel: Kernel, limits: Limits, request: IncomingMessage, address: string): Promise<Principal> {
  const { path, query } = splitUrl(request.url ?? '')
  try {
    if (path !== socketRoute.path) throw new Refusal('not_found', 'There is no WebSocket here. The live endpoint is /api/ws.')
    requireOrigin(kernel.services.config, request.headers.origin)
    const token = query.get('token')
    if (!token) throw new Refusal('unauthenticated', 'Connect to /api/ws?token=<ticket>; POST /api/auth/ws-ticket returns one.')
    const principal = await authenticateLive(kernel, token, query.get('organization') ?? undefined)
    limits.requireOperation(principal, address, 'read')
    return principal
  } catch (error) {
    const refusal = toRefusal(error)
    if (refusal.code !== 'rate_limited') limits.requireAnonymous(address)
    throw refusal
  }
}
