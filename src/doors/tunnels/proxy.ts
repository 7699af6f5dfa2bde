import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { Malformed, answerOf, guard, hear } from '../../platform/peer.ts'
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

/**
 * The headers of a service's answer that reach the caller: those that concern this one answer. Others, such as Clear-Site-Data,
 * Strict-Transport-Security or Alt-Svc, are applied by browsers to the whole origin, which is Baton's, or by a proxy in front of it.
 */
const passed = new RegExp(
  `^(${[
    'content-(type|length|language|disposition|encoding|range|location)',
    'accept-ranges|allow|age|date|etag|expires|last-modified|link|location|retry-after|vary|server-timing',
    'trace(parent|state)|ratelimit(-.*)?|x-(request-id|correlation-id|total-count|ratelimit-.*|powered-by)',
  ].join('|')})$`,
)
const passedOn = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => passed.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(String(value))),
  )

/** Gives the machine's responses an opaque origin: a page from there must not act as a page of Baton. */
const guarded = {
  'content-security-policy': "sandbox allow-scripts allow-forms; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

const kind = 'tunnelled-port'
const broken = () =>
  new Refusal('unavailable', 'The machine’s service did not respond with HTTP, or the connection was lost.', { retry_after: 5 })
const unusable = () => new Refusal('bad_gateway', 'The machine’s service answered with a status that HTTP does not have.')

/** One HTTP request over one stream; bodies are streamed through. */
export async function proxyHttp(stream: Duplex, { port, path }: Target, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { length: _, ...headers } = { length: 0, ...kept(request.headers) }
  const size = request.headers['content-length']
  const hasBody = size !== undefined || request.headers['transfer-encoding'] !== undefined
  const cut = () => {
    stream.destroy()
    if (reply.sent) reply.raw.destroy()
  }
  const caller = { kind: 'browser', end: cut }
  const service = { kind, end: cut }
  const over = new Promise<void>((resolve) => hear(reply.raw, caller, { close: resolve })).finally(() => stream.destroy())
  const outgoing = httpRequest({
    createConnection: () => stream,
    method: request.method,
    path,
    headers: { ...headers, host: `localhost:${port}`, ...(size !== undefined && { 'content-length': size }) },
  })
  hear(request.raw, caller, {})
  if (hasBody) request.raw.pipe(outgoing)
  else outgoing.end()
  const answer = await answerOf(kind, outgoing).catch((error: unknown) => {
    stream.destroy()
    throw error instanceof Malformed ? unusable() : broken()
  })
  const status = answer.statusCode ?? 0
  if (status < 200 || status > 599) {
    stream.destroy()
    throw unusable()
  }
  reply.hijack()
  hear(answer, service, {})
  guard(service, () => {
    reply.raw.writeHead(status, { ...passedOn(answer.headers), ...guarded })
    answer.pipe(reply.raw)
  })
  await over
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
    let agreed = false
    const fail = () => {
      stream.destroy()
      reject(broken())
    }
    hear(
      outgoing,
      { kind, end: fail },
      {
        upgrade: (answer: IncomingMessage, upgraded: Duplex, first: Buffer) => {
          agreed = true
          const chosen = Object.entries(answer.headers).filter(([name]) => name.startsWith('sec-websocket-'))
          const lines = chosen.map(([name, value]) => `${name}: ${String(value)}`)
          const upgrading = ['HTTP/1.1 101 Switching Protocols', 'connection: Upgrade', 'upgrade: websocket', ...lines]
          socket.write(upgrading.join('\r\n') + '\r\n\r\n', 'latin1')
          if (first.length > 0) socket.write(first)
          if (head.length > 0) upgraded.write(head)
          join(socket, upgraded)
          resolve()
        },
        response: fail,
        error: fail,
        // The request is over once its connection was handed on.
        close: () => agreed || fail(),
      },
    )
    outgoing.end()
  })
}
