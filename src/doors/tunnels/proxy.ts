import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { join } from './streams.ts'

/** Where on the machine a request goes. */
export interface Target {
  port: number
  path: string
}

export function readTarget(query: URLSearchParams): Target {
  const port = Number(query.get('port'))
  const path = query.get('path') ?? '/'
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Refusal('invalid', 'Name the port on the machine as ?port=, and what to ask for as &path=.')
  if (!/^\/[\x21-\x7e]*$/.test(path) || path.length > 4000)
    throw new Refusal('invalid', 'path begins with / and is encoded as in an address.')
  return { port, path }
}

// Hop-by-hop headers, and those between the caller and Baton alone.
const ours =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|authorization|cookie|baton-.*|forwarded|x-forwarded-.*|content-length)$/
const kept = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ours.test(name)))

/** Gives the machine's responses an opaque origin: a page from there must not act as a page of Baton. */
const guarded = {
  'content-security-policy': "sandbox allow-scripts allow-forms; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

const broken = () =>
  new Refusal('unavailable', 'The machine’s service did not respond with HTTP, or the connection was lost.', { retry_after: 5 })

/** One HTTP request over one stream; bodies are streamed through. */
export function proxyHttp(stream: Duplex, { port, path }: Target, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { length: _, ...headers } = { length: 0, ...kept(request.headers) }
  const size = request.headers['content-length']
  const hasBody = size !== undefined || request.headers['transfer-encoding'] !== undefined
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      createConnection: () => stream,
      method: request.method,
      path,
      headers: { ...headers, host: `localhost:${port}`, ...(size !== undefined && { 'content-length': size }) },
    })
    outgoing.on('response', (answer) => {
      const { 'set-cookie': __, ...rest } = kept(answer.headers)
      const length = answer.headers['content-length']
      reply.hijack()
      reply.raw.writeHead(answer.statusCode ?? 502, { ...rest, ...(length !== undefined && { 'content-length': length }), ...guarded })
      answer.pipe(reply.raw)
      answer.on('error', () => reply.raw.destroy())
      reply.raw.on('close', () => {
        stream.destroy()
        resolve()
      })
    })
    outgoing.on('error', () => {
      stream.destroy()
      if (reply.sent) reply.raw.destroy()
      else reject(broken())
    })
    if (hasBody) request.raw.pipe(outgoing)
    else outgoing.end()
    request.raw.on('error', () => outgoing.destroy())
  })
}

/** Proxies a WebSocket, byte for byte after the handshake. */
export function proxyWebSocket(
  stream: Duplex,
  { port, path }: Target,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const asked = Object.fromEntries(Object.entries(request.headers).filter(([name]) => name.startsWith('sec-websocket-')))
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      createConnection: () => stream,
      path,
      headers: { ...asked, host: `localhost:${port}`, connection: 'Upgrade', upgrade: 'websocket', origin: `http://localhost:${port}` },
    })
    outgoing.on('upgrade', (answer, upgraded: Duplex, first: Buffer) => {
      const agreed = Object.entries(answer.headers).filter(([name]) => name.startsWith('sec-websocket-'))
      const lines = agreed.map(([name, value]) => `${name}: ${String(value)}`)
      socket.write(['HTTP/1.1 101 Switching Protocols', 'connection: Upgrade', 'upgrade: websocket', ...lines].join('\r\n') + '\r\n\r\n')
      if (first.length > 0) socket.write(first)
      if (head.length > 0) upgraded.write(head)
      join(socket, upgraded)
      resolve()
    })
    const fail = () => {
      stream.destroy()
      reject(broken())
    }
    outgoing.on('response', fail).on('error', fail)
    outgoing.end()
  })
}
