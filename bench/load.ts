import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { tokenOf, type Cast } from './cast.ts'

export interface Work {
  name: string
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: string
  /** A fixed number of calls instead of a duration, for calls that consume a limited supply, such as tasks to claim. */
  calls?: number
  /** The credentials to send; each call uses one of them. */
  bearers: () => Promise<readonly string[]>
}

const json = { 'content-type': 'application/json' }
const asPerson = ({ person }: Cast) => ({ bearers: async () => [await tokenOf(person)] })

export const reading = (cast: Cast, name: string, path: string): Work => ({ name, method: 'GET', path, headers: {}, ...asPerson(cast) })

export const listTasks = (cast: Cast, project: string): Work =>
  reading(cast, `list 50 tasks of ${project}`, `/api/tasks?project=${project}`)

/** A random one of the small project's thousand tasks on each call. */
export const getTask = (cast: Cast): Work => reading(cast, 'get a task', '/api/tasks/SMA-[<n>]')
export const getBoard = (cast: Cast): Work => reading(cast, 'the board of small', '/api/projects/small/board')
export const search = (cast: Cast): Work => reading(cast, 'search', '/api/search?project=small&q=epic')

export function updateTask(cast: Cast): Work {
  const body = JSON.stringify({ title: 'Task number [<id>]' })
  return { name: 'update a task', method: 'PATCH', path: '/api/tasks/SMA-[<n>]', headers: json, body, ...asPerson(cast) }
}

export function claimTask(cast: Cast, calls: number): Work {
  const body = JSON.stringify({ project: 'queue' })
  return { name: 'claim a task', method: 'POST', path: '/api/tasks/claim', headers: json, body, calls, ...asPerson(cast) }
}

/** A REST read in the concise format that tools return by default. */
export function readConcise(cast: Cast, path: string): Work {
  const query = path.includes('?') ? '&' : '?'
  return reading(cast, `${path} over REST`, `${path}${query}response_format=concise`)
}

export function createTask(cast: Cast, project: string): Work {
  return {
    name: `create a task in ${project}`,
    method: 'POST',
    path: '/api/tasks',
    headers: { ...json, 'idempotency-key': '' },
    body: JSON.stringify({ project, title: 'Bench [<id>]' }),
    ...asPerson(cast),
  }
}

/** A tool call in the stateless protocol, as sent by a client that has negotiated it. */
export function callTool(cast: Cast, tool: string, args: Record<string, unknown>): Work {
  const headers = {
    ...json,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': tool,
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args, _meta } })
  return { name: `${tool} over /mcp`, method: 'POST', path: '/mcp', headers, body, bearers: async () => [cast.mcpToken] }
}

export interface Measured {
  perSecond: number
  medianMs: number
  calls: number
}

const pickOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(Math.random() * values.length)]

/** Bounded load on loopback; any error or non-2xx response fails the bench. */
export async function measure(url: string, work: Work, seconds: number, connections = 16): Promise<Measured> {
  const { path, method, headers, body = '', calls } = work
  const bearers = await work.bearers()
  const fresh = (text: string, id: string) =>
    text
      .replaceAll('[<id>]', id)
      .replaceAll('[<n>]', String(1 + Math.floor(Math.random() * 1000)))
      .replaceAll('[<8>]', String(Math.floor(Math.random() * 8)))
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const id = randomUUID()
    return {
      ...request,
      path: fresh(path, id),
      body: fresh(body, id),
      headers: {
        ...headers,
        authorization: `Bearer ${pickOf(bearers)}`,
        ...('idempotency-key' in headers && { 'idempotency-key': id }),
      },
    }
  }
  const varies = method !== 'GET' || path.includes('[<')
  const requests = [{ method, path, headers: { ...headers, authorization: `Bearer ${bearers[0]}` }, ...(varies && { setupRequest }) }]
  const began = performance.now()
  const result = await autocannon({ url, requests, connections, ...(calls ? { amount: calls } : { duration: seconds }) })
  const elapsed = (performance.now() - began) / 1000
  const { total } = result.requests
  if (result.non2xx > 0 || result.errors > 0 || total === 0) {
    const statuses = JSON.stringify(result.statusCodeStats)
    throw new Error(`${work.name} at ${url}: ${total} answers, ${result.non2xx} refused, ${result.errors} failed: ${statuses}`)
  }
  return { perSecond: total / elapsed, medianMs: result.latency.p50, calls: total }
}
