import { Server, type ServerCapabilities, type ServerOptions } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { about } from './about.ts'
import { callAt } from './tools/call-at.ts'
import { callerOf } from './caller.ts'
import { complete } from './completions/complete.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import type { OperationRunner } from './operation-runner.ts'
import { instructions } from './instructions.ts'
import { getPrompt, listPrompts } from './prompts/get-prompt.ts'
import { protocolError } from './protocol-error.ts'
import { listResources, templates } from './resources/listing.ts'
import type { Live } from './resources/live.ts'
import type { Readings } from './resources/readings.ts'
import type { ToolCalls } from './tools/tool-calls.ts'
import { exchangeOf } from './tools/tool-exchange.ts'

/** `session` is an SSE stream that stays open. The others serve one request of their protocol era and have no stream to push to. */
type Era = 'session' | 'legacy' | 'modern'

interface Deps {
  calls: ToolCalls
  runner: OperationRunner
  readings: Readings
  extend?: ((server: Server) => void) | undefined
}

const lasting = { ttlMs: 300_000, cacheScope: 'public' } as const

const still: ServerCapabilities = { tools: {}, prompts: {}, completions: {}, resources: {} }
const live: ServerCapabilities = { ...still, resources: { subscribe: true, listChanged: true } }
// Log messages to an agent need a stream that stays open, so only there can their level be set.
const capabilities: Record<Era, ServerCapabilities> = { legacy: still, modern: live, session: { ...live, logging: {} } }

// Shared by all servers: creating a validator for each would cost more than the call.
const shared: ServerOptions = {
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
  cacheHints: {
    ...{ 'tools/list': lasting, 'prompts/list': lasting, 'resources/templates/list': lasting, 'server/discover': lasting },
    'resources/list': { ttlMs: 5_000, cacheScope: 'private' },
  },
}
const optionsOf = ({ note }: Endpoint, era: Era): ServerOptions => ({
  ...{ ...shared, capabilities: capabilities[era] },
  instructions: note === undefined ? instructions : `${note}\n\n${instructions}`,
})

export type Build = (endpoint: Endpoint, era: Era, live?: Live) => Server

/** A server handles one request or one session, because a shared one mixes up concurrent calls. Creating one takes microseconds. */
export function serverFactory({ calls, runner, readings, extend }: Deps): Build {
  return (endpoint, era, watching) => {
    const { place } = endpoint
    const server = new Server(about, optionsOf(endpoint, era))
    server.setRequestHandler('tools/list', () => ({ tools: endpoint.tools as (typeof endpoint.tools)[number][] }))
    server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }, ctx) =>
      callAt(endpoint, calls, name, given, callerOf(ctx), exchangeOf(server, ctx)),
    )
    server.setRequestHandler('resources/templates/list', () => templates)
    server.setRequestHandler('resources/read', ({ params }, ctx) => readings.read(params.uri, callerOf(ctx), place))
    server.setRequestHandler('resources/list', async ({ params }, ctx) => {
      // If this fails the list is still correct; only its change notifications are missing.
      await watching?.watchList().catch(() => {})
      return listResources(runner, callerOf(ctx), params?.cursor, place)
    })
    server.setRequestHandler('prompts/list', () => listPrompts(place))
    server.setRequestHandler('prompts/get', ({ params }, ctx) =>
      getPrompt(runner, params.name, params.arguments ?? {}, callerOf(ctx), place),
    )
    server.setRequestHandler('completion/complete', ({ params }, ctx) => complete(runner, params, callerOf(ctx), place))
    if (watching) watch(server, watching, endpoint)
    extend?.(server)
    return server
  }
}

function watch(server: Server, watching: Live, { place }: Endpoint): void {
  server.setRequestHandler('resources/subscribe', async ({ params }, ctx) => {
    await watching.subscribe(params.uri, callerOf(ctx), place).catch((error: unknown) => {
      throw protocolError(error)
    })
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    await watching.unsubscribe(params.uri)
    return {}
  })
}
