import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A proxy between Baton and a server it needs, which simulates a failing network or server. */
export interface TcpProxy {
  readonly port: number
  /** Neither side receives anything; connections stay open, and new ones are accepted but never answered. */
  freeze(): void
  thaw(): void
  /** Breaks every open connection. */
  cut(): void
  /** Like a server that is restarting: open connections break, and nothing listens. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Replaces every response with meaningless bytes. */
  garble(on: boolean): void
  close(): Promise<void>
}

export async function startProxy(to: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let frozen = false
  let garbled = false
  let port = 0
  const join = (near: Socket) => {
    const far = connect(to)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.on('data', (bytes) => void far.write(bytes))
    far.on('data', (bytes) => void near.write(garbled ? Buffer.alloc(bytes.length, 0x7f) : bytes))
    if (frozen) for (const socket of [near, far]) socket.pause()
  }
  let server: Server
  const listen = () =>
    new Promise<void>((resolve) => {
      server = createServer(join).listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port
        resolve()
      })
    })
  await listen()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    cut()
    await closed
  }
  return {
    get port() {
      return port
    },
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    stop,
    start: listen,
    garble(on) {
      garbled = on
      if (!on) cut()
    },
    close: stop,
  }
}
