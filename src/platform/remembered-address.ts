import { lookup, type LookupAddress } from 'node:dns'
import { Socket, type LookupFunction } from 'node:net'

/** Longer than a working name server takes. */
const patience = 500

/** Resolves names as the system does; if the name server fails or stays silent, its last answer still counts. */
export function rememberAddresses(find: typeof lookup = lookup): LookupFunction {
  const known = new Map<string, LookupAddress[]>()
  return (host, options, done) => {
    const remembered = known.get(host)
    let over = false
    const answer = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      if (over) return
      over = true
      clearTimeout(timer)
      if (options.all) done(error, found)
      else done(error, found[0]?.address ?? '', found[0]?.family)
    }
    const timer = remembered && setTimeout(() => answer(null, remembered), patience)
    find(host, { ...options, all: true }, (error, found) => {
      if (!error) known.set(host, found)
      answer(error && remembered ? null : error, error ? (remembered ?? []) : found)
    })
  }
}

const lookupOrRemember = rememberAddresses()

/** For the driver: lets it open a connection to the database while no name server answers. */
export function openSocket(): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket)
  // A path is a Unix socket and has no host.
  return Object.assign(socket, {
    connect: (port: number | string, host?: string) =>
      host === undefined ? connect(String(port)) : connect({ port: Number(port), host, lookup: lookupOrRemember }),
  })
}
