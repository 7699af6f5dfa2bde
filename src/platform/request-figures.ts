import { Histogram } from 'prom-client'
import { BoundedCounter } from './bounded-counter.ts'
import { metrics } from './metrics.ts'

/** `operators` are health checks and scrapes; behind `tunnels`, services of users answer. */
const doors = ['rest', 'mcp', 'websocket', 'pages', 'git', 'oauth', 'tunnels', 'operators'] as const
export type RequestDoor = (typeof doors)[number]

const requests = new BoundedCounter({
  name: 'baton_http_requests_total',
  help: 'Requests by door, method, template of the route and status; 499: the client left before it was answered',
  labels: ['door', 'method', 'route', 'status'],
  most: 1_500,
  beyond: { method: 'other', route: 'other' },
})
const routeSeconds = new BoundedCounter({
  name: 'baton_http_route_seconds_total',
  help: 'Time until requests were answered, added up by template of the route: divided by their number, what one takes',
  labels: ['method', 'route'],
  most: 700,
  beyond: { method: 'other', route: 'other' },
})
const seconds = new Histogram({
  name: 'baton_http_request_seconds',
  help: 'Time until a request was answered, or its stream began, by door and class of its status',
  labelNames: ['door', 'class'],
  buckets: [0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
})
// Prometheus doesn't count the first value of a series as an increase: without these, the first outage of a process wouldn't show.
for (const door of doors) for (const kind of ['2xx', '5xx']) seconds.zero({ door, class: kind })

/** Methods that are routed; a client can send others, but not add series with them. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What was answered to a request, whoever answered it. */
export function countAnswer(door: RequestDoor, method: string | undefined, route: string, status: number, started: number): void {
  const took = (performance.now() - started) / 1000
  const known = method && methods.has(method) ? method : 'other'
  requests.inc({ door, method: known, route, status: String(status) })
  routeSeconds.inc({ method: known, route }, took)
  seconds.observe({ door, class: `${Math.floor(status / 100)}xx` }, took)
}
