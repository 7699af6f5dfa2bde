import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy that sends each request to the next node, and to the one after it if a node refuses the connection. */
export async function startRoundRobin(nodes: readonly string[]): Promise<{ url: string; close(): void }> {
  let turn = 0
  const pass = (incoming: IncomingMessage, answer: ServerResponse, body: Buffer, left: number): void => {
    const target = new URL(nodes[turn++ % nodes.length] ?? '')
    const headers = { ...incoming.headers, connection: 'close' }
    const onward = forward({ host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers, agent: false })
    onward.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      answer.flushHeaders()
      response.pipe(answer)
      response.on('close', () => (response.complete ? answer.end() : answer.destroy()))
      answer.on('close', () => response.destroy())
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 0) return pass(incoming, answer, body, left - 1)
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    })
    onward.end(body)
  }
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => pass(incoming, answer, Buffer.concat(chunks), nodes.length))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
