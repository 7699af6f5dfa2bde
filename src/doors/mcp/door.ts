import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import type { Operation } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/log.ts'
import type { Hints } from '../../platform/redis.ts'
import type { Credentials } from '../auth-backend/credentials.ts'
import type { OpenStreams } from '../open-streams.ts'
import type { Limits } from '../rest/limits.ts'
import { Forwarding } from './forwarding.ts'
import { Letters } from './letters.ts'
import { createGuard, pointingToLogin } from './guard.ts'
import { postMessage } from './post-message.ts'
import { serverFactory } from './server.ts'
import { SignedMessages } from './signed-messages.ts'
import { SseSessions } from './sse-sessions.ts'
import { StopNotices } from './stop-notices.ts'
import { createStreamable } from './streamable.ts'
import { TokenAgents } from './token-agents.ts'
import { TokenUse } from '../token-use.ts'
import { ToolCalls } from './tool-calls.ts'
import { requireScopes } from './tool-scopes.ts'
import { ToolTelemetry } from './tool-telemetry.ts'
import { buildTools } from './tools.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who the guard of the MCP door has found. */
    principal: Principal
  }
}

export interface McpDoor {
  mount(app: FastifyInstance): void
  /** Lets running calls finish, then ends every stream. */
  close(): Promise<void>
}

export interface McpOptions {
  kernel: Kernel
  operations: ReadonlyMap<string, Operation>
  limits: Limits
  hints: Hints
  streams: OpenStreams
  credentials: Credentials
  log: Logger
}

const patience = 5_000

export async function createMcpDoor({ kernel, operations, limits, hints, streams, credentials, log }: McpOptions): Promise<McpDoor> {
  const own = (name: string): Operation => {
    const operation = operations.get(name)
    if (!operation) throw new Error(`the MCP door needs the operation ${name}`)
    return operation
  }
  const tools = buildTools(operations.values())
  const agents = new TokenAgents(kernel, own('enrolAgent'), own('confirmAgent'))
  const telemetry = new ToolTelemetry(kernel, own('recordToolCalls'))
  const calls = new ToolCalls({
    kernel,
    operations: tools.operations,
    limits,
    agents,
    telemetry,
    letters: new Letters(kernel, own('takeHints')),
  })
  const build = serverFactory(tools, calls)
  const node = newId()
  const seals = new SignedMessages(kernel.services.config.SECRET_KEY, () => kernel.clock.now().getTime())
  const notices = await StopNotices.start(kernel, hints)
  const sessions = new SseSessions(node, build, new Forwarding(node, hints, seals), streams, agents, notices)
  await sessions.listen()
  const streamable = createStreamable(build, log)
  const guard = createGuard(kernel, limits, credentials)
  const use = new TokenUse(kernel, credentials)
  let closing = false

  async function admit(request: FastifyRequest): Promise<void> {
    if (closing) throw new Refusal('unavailable', 'This node is stopping. Connect again.', { retry_after: 1 })
    request.principal = await guard(request)
    use.note(request.principal.credential.id)
  }

  function admitMessages(request: FastifyRequest): void {
    limitMessages(limits, request)
    try {
      requireScopes(tools.operations, request.principal, request.body, kernel.clock.now())
    } catch (error) {
      throw pointingToLogin(error, kernel.services.config, request.url)
    }
  }

  async function serveStreamable(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    admitMessages(request)
    await streamable.serve(request.raw, takeOver(reply), request.body, { principal: request.principal, address: request.client })
  }

  async function openSse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // A Streamable client that was given this address asks for a stream too, and sends the session id it got here.
    if (request.headers['mcp-session-id'] !== undefined) return serveStreamable(request, reply)
    limitMessages(limits, request)
    sessions.requireRoom(request.principal)
    await sessions.open(takeOver(reply), request.principal)
  }

  async function routes(app: FastifyInstance): Promise<void> {
    app.decorateRequest('principal')
    app.addHook('onRequest', admit)
    app.route({ method: ['GET', 'POST', 'DELETE'], url: '/mcp', exposeHeadRoute: false, handler: serveStreamable })
    app.route({ method: 'GET', url: '/mcp/sse', exposeHeadRoute: false, handler: openSse })
    app.route({ method: ['POST', 'DELETE'], url: '/mcp/sse', handler: serveStreamable })
    app.route({
      method: 'POST',
      url: '/mcp/messages',
      handler: async (request, reply) => {
        admitMessages(request)
        await postMessage(sessions, request)
        return reply.code(202).send()
      },
    })
  }

  return {
    mount: (app) => void app.register(routes),
    async close() {
      closing = true
      await calls.finish(patience)
      // The answers of the last calls are written in the turns that follow.
      await new Promise((resolve) => setTimeout(resolve, 10))
      notices.close()
      await Promise.all([sessions.close(), streamable.close(), use.close(), telemetry.close()])
    },
  }
}

/** A tool call is counted by what it does when it runs; whatever else is sent counts as one read. */
function limitMessages(limits: Limits, { body, principal, client }: FastifyRequest): void {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  if (messages.every((message) => (message as { method?: unknown } | null | undefined)?.method === 'tools/call')) return
  limits.requireOperation(principal, client, 'read')
}

/** From here on the response is ours; it keeps the headers every response of Baton has. */
function takeOver(reply: FastifyReply): FastifyReply['raw'] {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  return reply.raw
}
