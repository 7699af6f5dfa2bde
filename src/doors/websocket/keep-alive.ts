import type { WebSocket } from 'ws'
import { hear } from '../../platform/peer.ts'

/** Pings periodically, and cuts a connection on which no pong arrives in time. Returns a function that stops it. */
export function keepAlive(socket: WebSocket, pingEvery = 25_000, pongWithin = 10_000): () => void {
  let patience: NodeJS.Timeout | undefined
  const timer = setInterval(() => {
    socket.ping()
    patience ??= setTimeout(() => socket.terminate(), pongWithin)
  }, pingEvery)
  const pong = () => {
    clearTimeout(patience)
    patience = undefined
  }
  // On an error, the library closes the socket with the right code.
  hear(socket, { kind: 'browser', end: () => socket.terminate() }, { pong, error: () => {} })
  return () => {
    clearInterval(timer)
    clearTimeout(patience)
  }
}
