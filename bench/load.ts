import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { Cast } from './cast.ts'

export interface Work {
  name: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

const json = { 'content-type': 'application/json' }

export function listTasks(cast: Cast, project: string): Work {
  return {
    name: `list 50 tasks of ${project}`,
    method: 'GET',
    path: `/api/tasks?project=${project}`,
    headers: { authorization: `Bearer ${cast.jwt}` },
  }
}

/** A read as the tools give it unless told otherwise, through the web API. */
export function readConcise(cast: Cast, path: string): Work {
  const query = path.includes('?') ? '&' : '?'
  return {
    name: `${path} over REST`,
    method: 'GET',
    path: `${path}${query}response_format=concise`,
    headers: { authorization: `Bearer ${cast.jwt}` },
  }
}

export function createTask(cast: Cast, project: string): Work {
  const headers = { ...json, authorization: `Bearer ${cast.jwt}`, 'idempotency-key': '' }
  return {
    name: `create a task in ${project}`,
    method: 'POST',
    path: '/api/tasks',
    headers,
    body: JSON.stringify({ project, title: 'Bench [<id>]' }),
  }
}

/** A tool call of the stateless protocol, as a client that has negotiated it sends it. */
export function callTool(cast: Cast, tool: string, args: Record<string, unknown>): Work {
  const headers = {
    ...json,
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${cast.mcpToken}`,
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
  return { name: `${tool} over /mcp`, method: 'POST', path: '/mcp', headers, body }
}

export interface Measured {
  perSecond: number
  medianMs: number
}

/** Bounded load on loopback; any answer but a success fails the bench. */
export async function measure(url: string, work: Work, seconds: number, connections = 16): Promise<Measured> {
  const { path, method, headers, body = '' } = work
  const fresh = (text: string, id: string) => text.replaceAll('[<id>]', id)
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const id = randomUUID()
    return { ...request, body: fresh(body, id), headers: { ...headers, ...('idempotency-key' in headers && { 'idempotency-key': id }) } }
  }
  const requests = [{ method, path, headers, ...(method === 'POST' && { setupRequest }) }]
  const result = await autocannon({ url, requests, duration: seconds, connections })
  if (result.non2xx > 0 || result.errors > 0 || result.requests.total === 0) {
    throw new Error(`${work.name} at ${url}: ${result.requests.total} answers, ${result.non2xx} refused, ${result.errors} failed`)
  }
  return { perSecond: result.requests.average, medianMs: result.latency.p50 }
}
