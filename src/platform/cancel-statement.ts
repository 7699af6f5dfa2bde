import { isIP, type Socket } from 'node:net'
import { connect as secure, type ConnectionOptions } from 'node:tls'
import type pg from 'pg'
import { openSocket } from './remembered-address.ts'

const patience = 1_000
/** What the protocol calls a cancel request, and a request to go on in TLS. */
const cancelCode = 80_877_102
const tlsCode = 80_877_103

interface Wire {
  host: string
  port: number
  processID: number
  secretKey: number
  /** As the connection itself was made; false where it is in clear. */
  ssl: boolean | ConnectionOptions
  sslNegotiation: 'postgres' | 'direct'
}

/**
 * Ends the statement that a connection is at, as the protocol has it: by the number and the key that whoever took the connection has given it.
 * A pooler gives its own and passes the request on; `pg_cancel_backend` would name a process that is none or another's.
 * The key goes as the connection does: never in clear where that is in TLS. Resolves once it was dealt with.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const wire = client as unknown as Wire
  return new Promise((resolve) => {
    const socket = openSocket()
    const ask = (through: Socket) => {
      // The other side hangs up when it is done; it sends nothing.
      through.resume()
      through.write(request(cancelCode, wire.processID, wire.secretKey))
    }
    const inTls = () => {
      const over = secure({ ...tlsOptions(wire), socket }, () => ask(over))
      over.on('error', () => socket.destroy())
      over.once('close', () => socket.destroy())
    }
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('error', () => {})
    socket.once('close', () => resolve())
    socket.once('connect', () => {
      if (!wire.ssl) return ask(socket)
      if (wire.sslNegotiation === 'direct') return inTls()
      socket.once('data', (answer) => {
        if (answer.toString() === 'S') inTls()
        else socket.destroy()
      })
      socket.write(request(tlsCode))
    })
    if (wire.host.startsWith('/')) socket.connect(`${wire.host}/.s.PGSQL.${wire.port}`)
    else socket.connect(wire.port, wire.host)
  })
}

function request(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * values.length)
  for (const [place, value] of [bytes.length, ...values].entries()) bytes.writeInt32BE(value, place * 4)
  return bytes
}

/** As the driver has them; the name of the host is not told where it is an address. */
const tlsOptions = ({ host, ssl, sslNegotiation }: Wire): ConnectionOptions => ({
  host,
  ...(typeof ssl === 'object' && { ...ssl, ...('key' in ssl && { key: ssl.key }) }),
  ...(sslNegotiation === 'direct' && { ALPNProtocols: ['postgresql'] }),
  ...(isIP(host) === 0 && { servername: host }),
})
