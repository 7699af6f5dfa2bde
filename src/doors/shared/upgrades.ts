import type { Duplex } from 'node:stream'
import { Refusal, toRefusal } from '../../kernel/errors.ts'
import type { Config } from '../../platform/config.ts'

/** The requested URL may contain a token, so no part of it is ever logged. */
export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: new URLSearchParams() } : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark)) }
}

/** Browsers let any page connect but always send an Origin, so it is checked here; programs send none. */
export function requireOrigin(config: Config, origin: string | undefined): void {
  if (origin === undefined || origin === new URL(config.APP_URL).origin || config.CORS_ORIGINS.includes(origin)) return
  throw new Refusal('forbidden', 'Pages of this origin may not connect. Add it to CORS_ORIGINS if they should.')
}

/** Responds to an upgrade request with an ordinary HTTP error. */
export function refuseUpgrade(socket: Duplex, error: unknown, headers: readonly string[] = []): void {
  const { status, code, message: detail, extra } = toRefusal(error)
  const { retry_after, ...rest } = extra
  const body = JSON.stringify({ type: 'about:blank', title: code, status, code, detail, ...rest })
  const head = [
    `HTTP/1.1 ${status} ${code}`,
    'connection: close',
    ...headers,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(retry_after === undefined ? [] : [`retry-after: ${retry_after}`]),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
