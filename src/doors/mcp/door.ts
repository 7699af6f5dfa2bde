import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from '@modelcontextprotocol/server'
import type { Operations } from '../../capabilities/operations.ts'
import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/log.ts'
import type { Hints } from '../../platform/redis.ts'
import type { Credentials } from '../shared/credentials.ts'
import type { OpenStreams } from '../shared/open-streams.ts'
import type { Limits } from '../shared/limits.ts'
import type { Followers } from '../shared/followers.ts'
import { ClientAnswers } from './elicitation/client-answers.ts'
import type { Parcel } from './caller.ts'
import { Connections } from './connections.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { Endpoints } from './endpoints/endpoints.ts'
import { OperationRunner } from './operation-runner.ts'
import { breakOff } from './streamable/exchange.ts'
import { Forwarding } from '../shared/forwarding.ts'
import { HintDelivery } from './tools/hint-delivery.ts'
import { ResultNotices } from './tools/result-notices.ts'
import { limitMessages } from './limit-messages.ts'
import { createGuard, pointingToLogin } from './guard.ts'
import { AgentNotices } from './notices/agent-notices.ts'
import { postMessage } from './sse/post-message.ts'
import { Live, type OpenLive } from './resources/live.ts'
import { Readings } from './resources/readings.ts'
import { serverFactory } from './server.ts'
import { SignedMessages } from '../shared/signed-messages.ts'
import { SseSessions } from './sse/sse-sessions.ts'
import { createStreamable } from './streamable/streamable.ts'
import { TokenAgents } from './tools/token-agents.ts'
import { TokenUse } from '../shared/token-use.ts'
import { ToolCalls } from './tools/tool-calls.ts'
import { operationsBehind, requireScopes } from './tools/tool-scopes.ts'
import { ToolTelemetry } from './tools/tool-telemetry.ts'
import { buildTools } from './tools/tools.ts'
import { messagesRoute } from './routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The principal that the MCP door's guard identified. */
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
  operations: Operations
  limits: Limits
  hints: Hints
  followers: Followers
  streams: OpenStreams
  credentials: Credentials
  log: Logger
  /** The conformance suites expect tools of their own; their test substitutes them for ours. */
  extendServer?: (server: Server) => void
}

const patience = 5_000

export async function createMcpDoor(options: McpOptions): Promise<McpDoor> {
  const { kernel, operations, limits, hints, followers, streams, credentials, log, extendServer } = options
  const tools = buildTools(operations.values())
  const agents = new TokenAgents(kernel, operations)
  const telemetry = new ToolTelemetry(kernel, operations)
  const connections = new Connections(kernel, operations)
  const calls = new ToolCalls({
    kernel,
    tools: tools.operations,
    operations,
    limits,
    agents,
    telemetry,
    hintDelivery: new HintDelivery(kernel, operations),
    notices: new ResultNotices(kernel, operations),
    connections,
  })
  const runner = new OperationRunner(kernel, operations, agents)
  const readings = new Readings(runner)
  const endpoints = new Endpoints(tools, runner)
  const operationOf = operationsBehind(tools.operations, operations)
  const openLive: OpenLive = (principal, listener) => new Live({ kernel, followers, readings }, principal, listener)
  const build = serverFactory({ calls, runner, readings, extend: extendServer })
  const maxPerUser = kernel.services.config.STREAMS_PER_USER
  const node = newId()
  const seals = new SignedMessages(kernel.services.config.SECRET_KEY, () => kernel.clock.now().getTime())
  const notices = await AgentNotices.start(kernel, hints)
  const forwarding = new Forwarding<Parcel>(node, hints, seals)
  const sessions = new SseSessions({ node, build, openLive, forwarding, streams, agents, notices, connections, maxPerUser })
  await sessions.listen()
  const answers = new ClientAnswers(hints, seals)
  await answers.listen()
  const streamable = createStreamable({ build, calls, connections, openLive, streams, answers, log, maxPerUser })
  const guard = createGuard(kernel, limits, credentials)
  const use = new TokenUse(kernel, credentials)
  let closing = false

  async function admit(request: FastifyRequest): Promise<void> {
    if (closing) throw new Refusal('unavailable', 'This node is stopping. Connect again.', { retry_after: 1 })
    request.principal = await guard(request)
    use.note(request.principal)
  }

  function admitMessages(request: FastifyRequest): void {
    limitMessages(limits, request)
    try {
      requireScopes(operationOf, request.principal, request.body, kernel.clock.now())
    } catch (error) {
      throw pointingToLogin(error, kernel.services.config, request.url)
    }
  }

  async function serveStreamable(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<void> {
    const { body, principal, client: address } = request
    admitMessages(request)
    streamable.requireRoom(body, { principal })
    const response = takeOver(reply)
    await streamable.serve(request.raw, response, body, { principal, address }, endpoint).catch((error: unknown) => {
      log.error({ err: error }, 'an MCP request broke off')
      breakOff(response)
    })
  }

  async function openSse(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<void> {
    // A Streamable HTTP client configured with this URL opens a GET stream too, but sends the session id it got here.
    if (request.headers['mcp-session-id'] !== undefined) return serveStreamable(request, reply, endpoint)
    limitMessages(limits, request)
    sessions.requireRoom(request.principal)
    await sessions.open(takeOver(reply), request.principal, endpoint)
  }

  /** Mounts both transports at a URL and below it. */
  function offer(app: FastifyInstance, url: string, at: (request: FastifyRequest) => Endpoint | Promise<Endpoint>): void {
    const streaming = async (request: FastifyRequest, reply: FastifyReply) => serveStreamable(request, reply, await at(request))
    const sse = async (request: FastifyRequest, reply: FastifyReply) => openSse(request, reply, await at(request))
    app.route({ method: ['GET', 'POST', 'DELETE'], url, exposeHeadRoute: false, handler: streaming })
    app.route({ method: 'GET', url: `${url}/sse`, exposeHeadRoute: false, handler: sse })
    app.route({ method: ['POST', 'DELETE'], url: `${url}/sse`, handler: streaming })
  }

  async function routes(app: FastifyInstance): Promise<void> {
    app.decorateRequest('principal')
    app.addHook('onRequest', admit)
    offer(app, '/mcp', () => endpoints.all)
    offer(app, '/mcp/readonly', () => endpoints.readOnly)
    offer(app, '/mcp/x/:toolsets', ({ params }) => endpoints.toolsets((params as { toolsets: string }).toolsets))
    offer(app, '/mcp/p/:project', ({ params, principal, client }) => {
      const limit = () => limits.requireOperation(principal, client, 'read')
      return endpoints.project((params as { project: string }).project, principal, limit)
    })
    app.route({
      method: 'POST',
      url: messagesRoute.path,
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
      // The responses of the last calls are written in later turns of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 10))
      notices.close()
      await Promise.all([sessions.close(), streamable.close(), use.close(), telemetry.close()])
      await connections.settled()
    },
  }
}

/** Takes the raw response over from Fastify, keeping the headers that every Baton response has. */
function takeOver(reply: FastifyReply): FastifyReply['raw'] {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  return reply.raw
}
