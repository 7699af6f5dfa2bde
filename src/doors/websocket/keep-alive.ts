import type { WebSocket } from 'ws'

/** Pings now and then, and cuts a line on which no pong comes back in time. Returns how to stop. */
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
