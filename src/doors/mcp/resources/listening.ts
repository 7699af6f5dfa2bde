import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  createMcpHandler,
  type McpHttpHandler,
  type McpServerFactory,
  type ServerEvent,
} from '@modelcontextprotocol/server'
import type { Principal } from '../../../kernel/context.ts'
import { toRefusal } from '../../../kernel/errors.ts'
import { OpenPerUser } from '../../shared/open-per-user.ts'
import type { OpenStreams } from '../../shared/open-streams.ts'
import { toAuthInfo, type Caller } from '../caller.ts'
import { withEndpoint } from '../endpoints/carried.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { sendWebResponse, webRequest } from '../streamable/exchange.ts'
import { maxSubscriptions, type Live, type OpenLive } from './live.ts'

/** How many events may queue for a client that does not read before it is disconnected. */
const maxUnread = 1_000

interface Listen {
  id?: unknown
  method: 'subscriptions/listen'
  params: { _meta: Record<string, unknown>; notifications?: { resourcesListChanged?: unknown; resourceSubscriptions?: unknown } }
}

/** `subscriptions/listen` of 2026-07-28: one stream each, in which the SDK writes the messages and we supply the events. */
export class Listening {
  readonly #build: McpServerFactory
  readonly #open: OpenLive
  readonly #streams: OpenStreams
  readonly #perUser: OpenPerUser
  readonly #handlers = new Set<McpHttpHandler>()

  constructor(build: McpServerFactory, open: OpenLive, streams: OpenStreams, maxPerUser: number) {
    this.#build = build
    this.#open = open
    this.#streams = streams
    this.#perUser = new OpenPerUser('mcp_listening', maxPerUser)
  }

  requireRoom(principal: Principal): void {
    this.#perUser.requireRoom(principal)
  }

  async serve(request: IncomingMessage, response: ServerResponse, listen: Listen, caller: Caller, endpoint: Endpoint): Promise<void> {
    let deliver: ((event: ServerEvent) => void) | undefined
    let unread = 0
    const tell = (event: ServerEvent) => {
      unread = response.writableNeedDrain ? unread + 1 : 0
      if (unread > maxUnread) response.destroy()
      else deliver?.(event)
    }
    const live = this.#open(caller.principal, {
      updated: (uri) => tell({ kind: 'resource_updated', uri }),
      listChanged: () => tell({ kind: 'resources_list_changed' }),
    })
    const bus = {
      publish() {},
      subscribe(listener: (event: ServerEvent) => void) {
        deliver = listener
        return () => (deliver = undefined)
      },
    }
    const handler = createMcpHandler(this.#build, { bus, legacy: 'reject', maxSubscriptions: 1 })
    this.#handlers.add(handler)
    const uncount = this.#perUser.add(caller.principal)
    const unwatch = this.#streams.add(caller.principal, () => void handler.close())
    try {
      const parsedBody = await watched(live, listen, named(caller, listen), endpoint)
      await sendWebResponse(
        await handler.fetch(webRequest(request), { authInfo: withEndpoint(toAuthInfo(caller), endpoint), parsedBody }),
        response,
      )
    } catch (error) {
      // The SDK reports its own errors; before it, only reading the log can fail, and that is transient.
      const { message } = toRefusal(error)
      if (!response.headersSent) response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: listen.id ?? null, error: { code: ProtocolErrorCode.InternalError, message } }))
    } finally {
      live.close()
      unwatch()
      uncount()
      this.#handlers.delete(handler)
      await handler.close()
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#handlers].map((handler) => handler.close()))
  }
}

export function isListen(body: unknown): body is Listen {
  const { method, params } = (body ?? {}) as Partial<Listen>
  return method === 'subscriptions/listen' && typeof params?._meta === 'object' && PROTOCOL_VERSION_META_KEY in params._meta
}

const named = (caller: Caller, { params }: Listen): Caller => {
  const name = (params._meta[CLIENT_INFO_META_KEY] as { name?: unknown } | undefined)?.name
  return typeof name === 'string' ? { ...caller, client: name } : caller
}

/** The request reduced to what is honored: what the caller can't see, or exceeds the limit, is left out of the acknowledgement. */
async function watched(live: Live, listen: Listen, caller: Caller, endpoint: Endpoint): Promise<object> {
  const { notifications } = listen.params
  const uris = notifications?.resourceSubscriptions
  if (notifications?.resourcesListChanged === true) await live.watchList()
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string')) return listen
  const honoured: string[] = []
  for (const uri of new Set(uris.slice(0, maxSubscriptions))) {
    const isSeen = await live.subscribe(uri, caller, endpoint.place).then(
      () => true,
      () => false,
    )
    if (isSeen) honoured.push(uri)
  }
  return { ...listen, params: { ...listen.params, notifications: { ...notifications, resourceSubscriptions: honoured } } }
}
