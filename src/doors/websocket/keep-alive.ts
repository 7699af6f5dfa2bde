import type { WebSocket } from 'ws'

/** Pings periodically, and cuts a connection on which no pong arrives in time. Returns a function that stops it. */
export function keepAlive(socket: WebSocket, pingEvery = 25_000, pongWithin = 10_000): () => void {
  let patience: NodeJS.Timeout | undefined
  const timer = setInterval(() => {
    socket.ping()
    patience ??= setTimeout(() => socket.terminate(), pongWithin)
  }, pingEvery)
  socket.on('pong', () => {
    clearTimeout(patience)
    patience = undefined
  })
  return () => {
    clearInterval(timer)
    clearTimeout(patience)
  }
}
