import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Principal } from '../../kernel/context.ts'
import { Refusal, toRefusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import type { Config } from '../../platform/config.ts'
import { authenticateLive } from '../shared/authenticate.ts'
import type { Limits } from '../shared/limits.ts'
import type { RawRoute } from '../shared/raw-route.ts'

export const socketRoute: RawRoute = {
  method: 'GET',
  path: '/api/ws',
  operationId: 'openSocket',
  area: 'log',
  summary: 'Open a WebSocket that tells what happens in an organization as it happens',
  open: true,
  query: {
    token: { type: 'string', description: 'A ticket of POST /api/auth/ws-ticket' },
    organization: { type: 'string', description: 'Id or handle; without it your personal one is meant' },
  },
  required: ['token'],
  answers: { 101: { description: 'The connection is a WebSocket from here on' } },
}

/** Who wants to connect. The address asked for carries a token, so nothing of it is ever logged. */
export async function admit(kernel: Kernel, limits: Limits, request: IncomingMessage, address: string): Promise<Principal> {
  const { path, query } = split(request.url ?? '')
  try {
    if (path !== socketRoute.path) throw new Refusal('not_found', 'There is no WebSocket here. The live door is /api/ws.')
    requireOrigin(kernel.services.config, request.headers.origin)
    const token = query.get('token')
    if (!token) throw new Refusal('unauthenticated', 'Connect to /api/ws?token=<ticket>; POST /api/auth/ws-ticket answers one.')
    const principal = await authenticateLive(kernel, token, query.get('organization') ?? undefined)
    limits.requireOperation(principal, address, 'read')
    return principal
  } catch (error) {
    const refusal = toRefusal(error)
    if (refusal.code !== 'rate_limited') limits.requireAnonymous(address)
    throw refusal
  }
}

function split(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: new URLSearchParams() } : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark)) }
}

/** Browsers always send an Origin and let any page connect, so it is checked here; programs send none. */
function requireOrigin(config: Config, origin: string | undefined): void {
  if (origin === undefined || origin === new URL(config.APP_URL).origin || config.CORS_ORIGINS.includes(origin)) return
  throw new Refusal('forbidden', 'Pages of this origin may not connect. Add it to CORS_ORIGINS if they should.')
}

/** Answers an upgrade with an ordinary HTTP refusal. */
export function refuseUpgrade(socket: Duplex, error: unknown): void {
  const { status, code, message: detail, extra } = toRefusal(error)
  const { retry_after, ...rest } = extra
  const body = JSON.stringify({ type: 'about:blank', title: code, status, code, detail, ...rest })
  const head = [
    `HTTP/1.1 ${status} ${code}`,
    'connection: close',
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(retry_after === undefined ? [] : [`retry-after: ${retry_after}`]),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
