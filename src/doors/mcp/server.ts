import { Server, type ServerOptions } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { apiVersion } from '../rest/raw-routes/reference.ts'
import { callerOf } from './caller.ts'
import { instructions } from './instructions.ts'
import type { ToolCalls } from './tool-calls.ts'
import type { Tools } from './tools.ts'

const about = { name: 'baton', title: 'Baton', version: apiVersion }

// Shared by all servers: a validator of its own for each would cost more than the call.
const options: ServerOptions = {
  // A stream is told by a log message that its agent was stopped.
  capabilities: { tools: { listChanged: false }, logging: {} },
  instructions,
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
  cacheHints: { 'tools/list': { ttlMs: 300_000, cacheScope: 'public' }, 'server/discover': { ttlMs: 300_000, cacheScope: 'public' } },
}

/** A server serves one request or one session: a shared one mixes up concurrent calls. Making one costs microseconds. */
export function serverFactory(tools: Tools, calls: ToolCalls): () => Server {
  const listed = { tools: tools.list }
  return () => {
    const server = new Server(about, options)
    server.setRequestHandler('tools/list', () => listed)
    server.setRequestHandler('tools/call', ({ params }, ctx) => calls.call(params.name, params.arguments ?? {}, callerOf(ctx)))
    return server
  }
}
