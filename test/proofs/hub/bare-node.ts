import { createClient } from 'redis'
import { WebSocketServer, type WebSocket } from 'ws'

/** The bare minimum: forwards every Redis message to every socket unchanged. No log, no access checks, no resuming. */
const [, , redisUrl = '', channel = ''] = process.argv
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
const sockets = new Set<WebSocket>()
server.on('connection', (socket) => {
  socket.on('message', () => socket.send('{"subscribed":"a","at":0}', () => sockets.add(socket)))
  socket.on('close', () => sockets.delete(socket))
})
const subscriber = createClient({ url: redisUrl })
await subscriber.connect()
await subscriber.subscribe(channel, (message) => {
  const frame = Buffer.from(message)
  for (const socket of sockets) socket.send(frame, { binary: false })
})
const address = server.address()
console.log(`ws://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`)
