import { isIP, type Socket } from 'node:net'
import { connect as secure, type ConnectionOptions } from 'node:tls'
import type pg from 'pg'
import { openSocket } from './remembered-address.ts'

const patience = 1_000
/** The codes of CancelRequest and SSLRequest in PostgreSQL's protocol. */
const cancelCode = 80_877_102
const tlsCode = 80_877_103

interface Wire {
  host: string
  port: number
  processID: number
  secretKey: number
  /** As used for the connection itself; false if it is plaintext. */
  ssl: boolean | ConnectionOptions
  sslNegotiation: 'postgres' | 'direct'
}

/**
 * Cancels the statement that a connection is running, with a CancelRequest: the process id and secret key that the connection got when it was
 * opened. Behind a pooler these are the pooler's own, which passes the request on; `pg_cancel_backend` would name a wrong process there.
 * If the connection uses TLS, so does the request, since the key is a secret. Resolves once the server has closed the connection.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const wire = client as unknown as Wire
  return new Promise((resolve) => {
    const socket = openSocket()
    const ask = (through: Socket) => {
      // The server sends nothing back; it closes the connection when it is done.
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

/** The options that the driver itself uses. It hides `key` from enumeration, and sends no server name if the host is an IP address. */
const tlsOptions = ({ host, ssl, sslNegotiation }: Wire): ConnectionOptions => ({
  host,
  ...(typeof ssl === 'object' && { ...ssl, ...('key' in ssl && { key: ssl.key }) }),
  ...(sslNegotiation === 'direct' && { ALPNProtocols: ['postgresql'] }),
  ...(isIP(host) === 0 && { servername: host }),
})
