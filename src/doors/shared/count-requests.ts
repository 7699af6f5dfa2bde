import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { guard, hear } from '../../platform/peer.ts'
import { countAnswer, type RequestDoor } from '../../platform/request-figures.ts'

/** Nobody was there to be answered, as nginx writes it. */
const clientLeft = 499
const noRoute = 'none'
const sockets: readonly [RegExp, string][] = [
  [/^\/api\/ws$/, '/api/ws'],
  [/^\/api\/tunnels\/reverse$/, '/api/tunnels/reverse'],
  [/^\/api\/tunnels\/[^/]+\/ws$/, '/api/tunnels/:id/ws'],
]

const doors: readonly [RegExp, RequestDoor][] = [
  [/^\/(health|metrics)/, 'operators'],
  [/^\/mcp/, 'mcp'],
  [/^\/(oauth|\.well-known\/o)/, 'oauth'],
  [/^\/marketplace\/git\//, 'git'],
  [/^\/api\/tunnels\/:id\/ws$/, 'tunnels'],
  [/^\/api\//, 'rest'],
]
const doorOf = (route: string): RequestDoor => doors.find(([begins]) => begins.test(route))?.[1] ?? 'pages'

/**
 * Counts every request where the process receives it: also one that is refused before it reaches a route, a credential or an operation, and
 * whoever writes the answer. The label is the route's template, never the path.
 */
export function countRequests(app: FastifyInstance): void {
  const routes = new WeakMap<IncomingMessage, string>()
  app.addHook('onRequest', (request, _reply, done) => {
    routes.set(request.raw, request.routeOptions.url ?? noRoute)
    done()
  })
  // Before the router's own listener, which may answer at once.
  // oxlint-disable-next-line no-restricted-properties -- guarded per request: a server is nobody's connection
  ;(app.server as Server).prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    guard({ kind: 'browser', end: () => response.destroy() }, () => {
      const started = performance.now()
      whenAnswered(response, (status) => {
        const route = routes.get(request) ?? noRoute
        countAnswer(doorOf(route), request.method, route, status, started)
      })
    }),
  )
}

/** A stream counts when it begins, not when it ends. */
function whenAnswered(response: ServerResponse, count: (status: number) => void): void {
  let counted = false
  const once = (status: number) => {
    if (!counted) count(status)
    counted = true
  }
  const { writeHead } = response
  response.writeHead = (...given: unknown[]) => {
    const written = Reflect.apply(writeHead, response, given) as ServerResponse
    once(response.statusCode)
    return written
  }
  // Sending a file by Node's pipeline comes to ten listeners by itself, from where on Node warns of a leak.
  response.setMaxListeners(response.getMaxListeners() + 2)
  hear(response, { kind: 'browser', end: () => response.destroy() }, { close: () => once(clientLeft) })
}

/** The same for a request to upgrade. The first line on the socket is the answer: the door, the library or a proxied service writes it. */
export function countUpgrade(request: IncomingMessage, socket: Duplex): void {
  const started = performance.now()
  const path = request.url?.split('?', 1)[0] ?? ''
  const route = sockets.find(([is]) => is.test(path))?.[1] ?? noRoute
  const door = doorOf(route) === 'tunnels' ? 'tunnels' : 'websocket'
  let counted = false
  const once = (status: number) => {
    if (!counted) countAnswer(door, request.method, route, status, started)
    counted = true
  }
  for (const method of ['write', 'end'] as const) {
    socket[method] = ((...given: unknown[]) => {
      // From here on the socket writes by itself again.
      for (const own of ['write', 'end'] as const) Reflect.deleteProperty(socket, own)
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(String(given[0]).slice(0, 12)) ?? []
      once(status ? Number(status) : clientLeft)
      return Reflect.apply(socket[method], socket, given)
    }) as never
  }
  hear(socket, { kind: 'browser', end: () => socket.destroy() }, { close: () => once(clientLeft) })
}
