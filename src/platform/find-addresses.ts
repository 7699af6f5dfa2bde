import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** A lost DNS query is retried soon; seven seconds in total. */
const patience = { timeout: 1000, maxTimeout: 2000, tries: 4 }

export type FindAddresses = (host: string, allowPrivate: boolean) => Promise<LookupAddress[]>

/** Errors that mean: no such name, or no name server at all. */
const unknown = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/**
 * Resolves a host that somebody else supplied. The system's own lookup occupies one of a few threads until it returns, so hosts whose name
 * servers never answer would block every other lookup of the process. What only the system knows (its hosts file, its search domains) is looked
 * up there if private addresses are allowed.
 */
export const findAddresses: FindAddresses = async (host, allowPrivate) => {
  const family = isIP(host)
  if (family) return [{ address: host, family }]
  if (host === 'localhost') return lookup(host, { all: true })
  const resolver = new Resolver(patience)
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [four, six].flatMap((answer, place) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: place === 0 ? 4 : 6 })) : [],
  )
  if (found.length > 0) return found
  const { reason } = four as PromiseRejectedResult
  if (allowPrivate && unknown.has((reason as NodeJS.ErrnoException).code ?? '')) return lookup(host, { all: true })
  throw reason
}

/** The same for names that the system resolves, such as the database's: by default it waits five seconds before it retries. */
export function askNameServersSoon(env: NodeJS.ProcessEnv = process.env): void {
  env['RES_OPTIONS'] ??= 'timeout:1 attempts:3'
}
