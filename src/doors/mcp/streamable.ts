import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMcpHandler, isInitializeRequest, type Server } from '@modelcontextprotocol/server'
import type { Logger } from '../../platform/log.ts'
import { toAuthInfo, type Caller } from './caller.ts'
import { clientOfSession, sessionNaming } from './client-session.ts'
import { sendWebResponse, webRequest } from './exchange.ts'

export interface Streamable {
  serve(request: IncomingMessage, response: ServerResponse, body: unknown, caller: Omit<Caller, 'client'>): Promise<void>
  close(): Promise<void>
}

/** Streamable HTTP in both eras, without state or open streams: whichever node gets a request answers it and is done. */
export function createStreamable(build: () => Server, log: Logger): Streamable {
  const handler = createMcpHandler(build, { onerror: (error) => log.debug({ err: error }, 'mcp') })
  return {
    async serve(request, response, body, { principal, address }) {
      const session = request.headers['mcp-session-id']
      const connection = typeof session === 'string' ? session : undefined
      const client = clientOfSession(connection)
      // Cheap question first: a full look at every body would cost more than the rest of this function.
      if (methodOf(body) === 'initialize' && isInitializeRequest(body))
        response.setHeader('mcp-session-id', sessionNaming(body.params.clientInfo.name))
      const authInfo = toAuthInfo({ principal, address, client, connection })
      await sendWebResponse(
        await handler.fetch(webRequest(request), { authInfo, ...(body !== undefined && { parsedBody: body }) }),
        response,
      )
    },
    close: () => handler.close(),
  }
}

const methodOf = (body: unknown): unknown => (body as { method?: unknown } | null | undefined)?.method
