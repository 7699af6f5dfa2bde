import {
  PROTOCOL_VERSION_META_KEY,
  isJSONRPCResponse,
  type AuthInfo,
  type JSONRPCMessage,
  type McpRequestContext,
  type Server,
} from '@modelcontextprotocol/server'
import type { Caller } from '../caller.ts'
import { capabilitiesOfSession } from '../streamable/client-session.ts'
import { AskingTransport } from './asking-transport.ts'
import type { ClientAnswers } from './client-answers.ts'

const mayAsk = new Set(['tools/call', 'prompts/get', 'resources/read'])
const oldest = '2025-03-26'

type Build = (context: McpRequestContext) => Server
type Message = { method?: unknown; id?: unknown; params?: { _meta?: Record<string, unknown> } } | null | undefined

/** Serves what the stateless path can't: a call during which the server sends its client a request, and the client's response to that. */
export class AskingExchange {
  readonly #build: Build
  readonly #answers: ClientAnswers

  constructor(build: Build, answers: ClientAnswers) {
    this.#build = build
    this.#answers = answers
  }

  /** Returns undefined for whatever the stateless path can serve. */
  async serve(request: Request, body: unknown, caller: Caller, authInfo: AuthInfo): Promise<Response | undefined> {
    const { id, method, params } = (body ?? {}) as NonNullable<Message>
    if (method === undefined) return typeof id === 'string' && isJSONRPCResponse(body) ? this.#take(id, body, caller) : undefined
    const capabilities = capabilitiesOfSession(caller.connection)
    // Later protocol versions ask through a result that requires input, and have no sessions.
    const isLater = params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined
    if (!capabilities || isLater || !mayAsk.has(String(method))) return undefined
    const transport = new AskingTransport(this.#answers, caller.principal)
    const server = this.#build({ era: 'legacy', authInfo, requestInfo: request })
    const close = () => void server.close().catch(() => {})
    try {
      await server.connect(transport)
      await transport.introduce(request.headers.get('mcp-protocol-version') ?? oldest, caller.client ?? '', capabilities)
      return ending(await transport.handleRequest(request, { parsedBody: body, authInfo }), close)
    } catch (error) {
      close()
      throw error
    }
  }

  async #take(name: string, answer: JSONRPCMessage, caller: Caller): Promise<Response> {
    const outcome = await this.#answers.deliver(name, answer, caller)
    return new Response(null, { status: outcome === 'accepted' ? 202 : outcome === 'lost' ? 503 : 404 })
  }
}

/** Wraps a response so that `over` is called when it ends or is canceled. */
function ending(response: Response, over: () => void): Response {
  if (!response.body) {
    over()
    return response
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (value) controller.enqueue(value)
      if (!done) return
      over()
      controller.close()
    },
    cancel(reason) {
      over()
      return reader.cancel(reason)
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
