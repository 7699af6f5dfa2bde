import { connect } from 'node:net'
import { pipeline } from 'node:stream'
import { createWebSocketStream } from 'ws'
import { hear } from '../../src/platform/peer.ts'
import type { OpenBody } from '../../src/platform/tunnel-protocol.ts'
import { dialStream } from './dial.ts'
import type { Pairing } from './home.ts'

const connectMilliseconds = 3_000
const chunk = 64 * 1024

/** Connects a local port to a new stream to the server. Resolves to the reason if that fails, otherwise to null. */
export function openStream(pairing: Pairing, { port, token }: OpenBody): Promise<string | null> {
  return new Promise((resolve) => {
    const local = connect({ host: '127.0.0.1', port })
    const fail = (reason: string) => {
      clearTimeout(timer)
      local.destroy()
      resolve(reason)
    }
    const timer = setTimeout(() => fail(`nothing answers at port ${port}`), connectMilliseconds)
    hear(
      local,
      { kind: 'local-port', end: () => fail(`nothing answers at port ${port}`) },
      {
        connect: async () => {
          clearTimeout(timer)
          const socket = await dialStream(pairing, token).catch((error: Error) => fail(error.message))
          if (!socket) return
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
      },
    )
  })
}
