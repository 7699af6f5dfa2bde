import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands between Baton and a server it needs, and behaves like a network or a server that fails. */
export interface TcpProxy {
  port: number
  /** Neither side hears anything; connections stay open, new ones are accepted and never answered. */
  freeze(): void
  thaw(): void
  /** Breaks every connection that is open. */
  cut(): void
  close(): Promise<void>
}

export async function startProxy(to: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let frozen = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (frozen) socket.pause()
  }
  const server = createServer((near) => {
    const far = connect(to)
    for (const socket of [near, far]) track(socket)
    near.pipe(far)
    far.pipe(near)
    if (frozen) for (const socket of [near, far]) socket.pause()
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    cut: destroyAll,
    async close() {
      destroyAll()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
