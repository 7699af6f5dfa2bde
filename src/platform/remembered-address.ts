import { lookup, type LookupAddress } from 'node:dns'
import { Socket, type LookupFunction } from 'node:net'

/** Longer than a name server in working order takes. */
const patience = 500

/** Looks names up as the system does; for a name server that fails or stays silent, what it said last still counts. */
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

/** For the driver: a connection to the database can be opened while no name server answers. */
export function openSocket(): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket)
  // A path is a socket of this machine and has no host.
  return Object.assign(socket, {
    connect: (port: number | string, host?: string) =>
      host === undefined ? connect(String(port)) : connect({ port: Number(port), host, lookup: lookupOrRemember }),
  })
}
