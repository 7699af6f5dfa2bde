import { connect } from 'node:net'
import { pipeline } from 'node:stream'
import { createWebSocketStream } from 'ws'
import type { OpenBody } from '../../src/platform/tunnel-protocol.ts'
import { dialStream } from './dial.ts'
import type { Pairing } from './home.ts'

const connectMilliseconds = 3_000
const chunk = 64 * 1024

/** Connects a local port to a new stream to the server. Resolves to the reason if that fails, otherwise to null. */
export function openStream(pairing: Pairing, { port, token }: OpenBody): Promise<string | null> {
  return new Promise((resolve) => {
    const local = connect({ host: '127.0.0.1', port })
    const timer = setTimeout(() => local.destroy(new Error('timeout')), connectMilliseconds)
    local.on('error', () => {
      clearTimeout(timer)
      resolve(`nothing answers at port ${port}`)
    })
    local.on('connect', () => {
      clearTimeout(timer)
      dialStream(pairing, token).then(
        (socket) => {
          const line = createWebSocketStream(socket, { readableHighWaterMark: chunk, writableHighWaterMark: chunk })
          socket.resume()
          const end = (error?: unknown) => {
            if (!error) return
            local.destroy()
            line.destroy()
          }
          pipeline(local, line, end)
          pipeline(line, local, end)
          resolve(null)
        },
        (error: Error) => {
          local.destroy()
          resolve(error.message)
        },
      )
    })
  })
}
