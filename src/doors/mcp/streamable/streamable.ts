import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMcpHandler, isInitializeRequest, type McpRequestContext } from '@modelcontextprotocol/server'
import type { Logger } from '../../../platform/log.ts'
import type { OpenStreams } from '../../shared/open-streams.ts'
import { AskingExchange } from '../elicitation/asking-exchange.ts'
import type { ClientAnswers } from '../elicitation/client-answers.ts'
import { toAuthInfo, type Caller } from '../caller.ts'
import type { Connections } from '../connections.ts'
import { clientOfSession, sessionNaming } from './client-session.ts'
import { callDirectly } from './direct-call.ts'
import { endpointOf, withEndpoint } from '../endpoints/carried.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { goneFrom, sendWebResponse, webRequest } from './exchange.ts'
import { isListen, Listening } from '../resources/listening.ts'
import type { OpenLive } from '../resources/live.ts'
import type { Build } from '../server.ts'
import type { ToolCalls } from '../tools/tool-calls.ts'

export interface Streamable {
  /** Throws while a refusal can still be sent as the response. */
  requireRoom(body: unknown, caller: Pick<Caller, 'principal'>): void
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    caller: Omit<Caller, 'client'>,
    endpoint: Endpoint,
  ): Promise<void>
  close(): Promise<void>
}

interface Parts {
  build: Build
  calls: ToolCalls
  connections: Connections
  openLive: OpenLive
  streams: OpenStreams
  answers: ClientAnswers
  log: Logger
  maxPerUser: number
}

/** Stateless Streamable HTTP for both protocol eras: whichever node gets a request serves it and is done, unless it listens. */
export function createStreamable({ build, calls, connections, openLive, streams, answers, log, maxPerUser }: Parts): Streamable {
  const make = ({ era, authInfo }: Pick<McpRequestContext, 'era' | 'authInfo'>) => build(endpointOf(authInfo), era)
  const asking = new AskingExchange(make, answers)
  const listening = new Listening(make, openLive, streams, maxPerUser)
  const handler = createMcpHandler(make, { onerror: (error) => log.debug({ err: error }, 'mcp') })
  return {
    requireRoom(body, { principal }) {
      if (isListen(body)) listening.requireRoom(principal)
    },
    async serve(request, response, body, { principal, address }, endpoint) {
      const session = request.headers['mcp-session-id']
      const connection = typeof session === 'string' ? session : undefined
      const client = clientOfSession(connection)
      // Cheap check first: validating every body would cost more than the rest of this function.
      if (methodOf(body) === 'initialize' && isInitializeRequest(body))
        response.setHeader('mcp-session-id', sessionNaming(body.params.clientInfo.name, body.params.capabilities))
      const caller = { principal, address, client, connection }
      if (request.method === 'DELETE' && connection !== undefined) connections.left(principal, connection)
      if (isListen(body)) return listening.serve(request, response, body, caller, endpoint)
      if (await callDirectly(calls, request, response, body, caller, endpoint)) return
      const authInfo = withEndpoint(toAuthInfo(caller), endpoint)
      if (methodOf(body) === 'notifications/cancelled') calls.cancel(caller, body)
      const gone = goneFrom(response)
      const sent = webRequest(request, gone)
      try {
        const asked = await asking.serve(sent, body, caller, authInfo)
        await sendWebResponse(asked ?? (await handler.fetch(sent, { authInfo, ...(body !== undefined && { parsedBody: body }) })), response)
      } catch (error) {
        if (!gone.aborted) throw error
      }
    },
    async close() {
      await Promise.all([handler.close(), listening.close()])
    },
  }
}

const methodOf = (body: unknown): unknown => (body as { method?: unknown } | null | undefined)?.method
