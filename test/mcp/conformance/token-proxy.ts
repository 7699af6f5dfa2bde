import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TokenProxy {
  url: string
  /** Sets the target of all further requests, and the token they carry. */
  aim(target: string, token: string): void
  close(): void
}

/** The suites can't send a token, so this proxy adds one; all other headers pass through unchanged, including Host and Origin. */
export async function startTokenProxy(): Promise<TokenProxy> {
  let target = new URL('http://127.0.0.1')
  let authorization = ''
  const server = createServer((incoming, answer) => {
    const { hostname: host, port } = target
    const headers = { ...incoming.headers, authorization }
    const onward = forward({ host, port, path: incoming.url, method: incoming.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      answer.flushHeaders()
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    aim(address, token) {
      target = new URL(address)
      authorization = `Bearer ${token}`
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
