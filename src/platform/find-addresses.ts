import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** A question that was lost is asked again soon; seven seconds in all. */
const patience = { timeout: 1000, maxTimeout: 2000, tries: 4 }

export type FindAddresses = (host: string, allowPrivate: boolean) => Promise<LookupAddress[]>

/** What a name server says that has no such name, or that is not there at all. */
const unknown = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/**
 * The addresses of a host that somebody else has named. The system's own lookup keeps one of a few threads for as long as it takes, so that
 * whoever names hosts whose name servers never answer would keep every other lookup of the process waiting. What only the system knows (its
 * hosts file, its search domains) is asked of it where private addresses are allowed.
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

/** The same for what the system looks up, such as the database's name: it would wait five seconds before it asks again. */
export function askNameServersSoon(env: NodeJS.ProcessEnv = process.env): void {
  env['RES_OPTIONS'] ??= 'timeout:1 attempts:3'
}
