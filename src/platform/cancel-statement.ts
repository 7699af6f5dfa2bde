import type pg from 'pg'
import { openSocket } from './remembered-address.ts'

const patience = 1_000
/** What the protocol calls a cancel request. */
const code = 80_877_102

interface Wire {
  host: string
  port: number
  processID: number
  secretKey: number
}

/**
 * Ends the statement that a connection is at, as the protocol has it: by the number and the key that whoever took the connection has given it.
 * A pooler gives its own and passes the request on; `pg_cancel_backend` would name a process that is none or another's.
 * Resolves once it was dealt with.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Wire
  const request = Buffer.alloc(16)
  for (const [place, value] of [16, code, processID, secretKey].entries()) request.writeInt32BE(value, place * 4)
  return new Promise((resolve) => {
    const socket = openSocket()
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('error', () => {})
    socket.once('close', () => resolve())
    // The other side hangs up when it is done; it sends nothing.
    socket.once('connect', () => socket.write(request))
    socket.resume()
    if (host.startsWith('/')) socket.connect(`${host}/.s.PGSQL.${port}`)
    else socket.connect(port, host)
  })
}
