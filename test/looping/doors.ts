import type { Method, Rehearsal, Route } from '../../src/kernel/contract.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import type { Person } from '../harness/person.ts'
import { callTool } from './mcp-client.ts'
import type { Outcome } from './outcome.ts'
import type { Reference } from './references.ts'
import type { World } from './world.ts'

/** One way to call an operation. Without a person, the call carries no credentials. */
export interface Door {
  name: string
  kind: 'rest' | 'mcp'
  rehearsal: Rehearsal | undefined
  /** Fields that its path implies. */
  fixed: Record<string, unknown>
  call(person: Person | null, input: Record<string, unknown>, headers?: Record<string, string>): Promise<Outcome>
  /** Whether this door can't be called without that reference. */
  needs(reference: Reference): boolean
  /** Where in a call a reference of the input goes: path, query, body or arguments. */
  place(reference: Reference): string
}

export function doorsOf(world: World, operation: Operation): Door[] {
  const { http = [], mcp } = operation.contract
  const doors = http.map((route) => restDoor(world.baton.url, operation, route))
  return mcp ? [...doors, mcpDoor(world, operation, mcp.tool)] : doors
}

export interface Request {
  method: Method
  path: string
  body: Record<string, unknown> | undefined
}

const hasQuery = (route: Route): boolean => route.method === 'GET' || route.method === 'DELETE'
const parameters = (route: Route): [string, string][] =>
  [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, route.params?.[name] ?? name])

const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value).toWellFormed())

/** Distributes an input over path, query and body as this route requires. */
export function toRequest(route: Route, input: Record<string, unknown>): Request {
  const rest = { ...input }
  let path: string = route.path
  for (const [name, field] of parameters(route)) {
    path = path.replace(`:${name}`, () => encodeURIComponent(toText(input[field])))
    delete rest[field]
  }
  for (const field of Object.keys(route.fixed ?? {})) delete rest[field]
  if (!hasQuery(route)) return { method: route.method, path, body: rest }
  const query = Object.entries(rest).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, toText(one)]),
  )
  return { method: route.method, path: query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path, body: undefined }
}

function restDoor(url: string, operation: Operation, route: Route): Door {
  const inPath = new Set(parameters(route).map(([, field]) => field))
  return {
    name: `${route.method} ${route.path}`,
    kind: 'rest',
    rehearsal: route.rehearsal ?? operation.contract.rehearsal,
    fixed: route.fixed ?? {},
    needs: ({ path }) => inPath.has(path[0] ?? ''),
    place: ({ path }) => `${inPath.has(path[0] ?? '') ? 'path' : hasQuery(route) ? 'query' : 'body'} ${path.join('.')}`,
    async call(person, input, headers = {}) {
      const { method, path, body } = toRequest(route, input)
      const organization: Record<string, string> = person?.organization ? { 'baton-organization': person.organization } : {}
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(person && { authorization: `Bearer ${person.token}` }),
          ...organization,
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        // Ends a request that hangs; on a busy machine five seconds are too little.
        signal: AbortSignal.timeout(15_000),
      })
      const text = await response.text()
      return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
    },
  }
}

function mcpDoor(world: World, operation: Operation, tool: string): Door {
  return {
    name: `mcp ${tool}`,
    kind: 'mcp',
    rehearsal: operation.contract.rehearsal,
    fixed: {},
    needs: () => false,
    place: ({ path }) => `argument ${path.join('.')}`,
    async call(person, input) {
      const meant = operation.contract.effect === 'delete' ? { confirm: true, ...input } : input
      return callTool(world.baton.url, person && (await world.mcpToken(person)), tool, meant)
    },
  }
}
