import type { IncomingHttpHeaders } from 'node:http'
import type { BlockList } from 'node:net'
import { isTrusted, plain } from '../../platform/addresses.ts'
import type { Config } from '../../platform/config.ts'
import { isPublicAddress } from '../../platform/fetch-public.ts'
import type { Logger } from '../../platform/log.ts'

const left = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']
const loopback = new Set(['127.0.0.1', '::1'])
const hint = 'all clients share one rate limit: set TRUSTED_PROXIES to the address of the reverse proxy'

const isForwarded = (headers: IncomingHttpHeaders): boolean => left.some((name) => headers[name] !== undefined)

/** Whether a request is from this machine itself: not if a local proxy forwarded it, or a page whose hostname merely resolves here sent it. */
export function isLocal(peer: string, headers: IncomingHttpHeaders): boolean {
  const name = headers.host?.replace(/:\d+$/, '') ?? ''
  return loopback.has(plain(peer)) && !isForwarded(headers) && ['localhost', '127.0.0.1', '[::1]'].includes(name)
}

/** Detects a reverse proxy that TRUSTED_PROXIES does not name; reports it once in the log, and from then on in /health. */
export function watchForProxy(config: Config, trusted: BlockList, log: Logger) {
  // Baton serves plain HTTP, so something else must be terminating TLS.
  if (config.APP_URL.startsWith('https:') && config.TRUSTED_PROXIES.length === 0) log.warn(`APP_URL is https, so ${hint}`)
  let hidden = false
  return {
    look(peer: string, headers: IncomingHttpHeaders): void {
      // From a public address, the headers are only the caller's own claim.
      if (hidden || !isForwarded(headers) || isPublicAddress(plain(peer)) || isTrusted(plain(peer), trusted)) return
      hidden = true
      log.warn(`a reverse proxy that is not trusted passes requests on, so ${hint}`)
    },
    get hint(): string | undefined {
      return hidden ? hint : undefined
    },
  }
}
