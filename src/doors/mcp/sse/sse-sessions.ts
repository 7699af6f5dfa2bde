import type { ServerResponse } from 'node:http'
import { isInitializeRequest, type JSONRPCMessage, type Server } from '@modelcontextprotocol/server'
import type { Principal } from '../../../kernel/context.ts'
import { newSecret } from '../../../platform/secrets.ts'
import { OpenPerUser } from '../../shared/open-per-user.ts'
import type { OpenStreams } from '../../shared/open-streams.ts'
import { toAuthInfo, type Parcel } from '../caller.ts'
import type { Connections } from '../connections.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { Forwarding, Outcome } from '../../shared/forwarding.ts'
import type { AgentNotices } from '../notices/agent-notices.ts'
import type { OpenLive } from '../resources/live.ts'
import type { Build } from '../server.ts'
import type { TokenAgents } from '../tools/token-agents.ts'
import { SseTransport } from './sse-transport.ts'

interface Session {
  owner: string
  transport: SseTransport
  client: string | undefined
}

interface Parts {
  node: string
  build: Build
  openLive: OpenLive
  forwarding: Forwarding<Parcel>
  streams: OpenStreams
  agents: TokenAgents
  notices: AgentNotices
  maxPerUser: number
  connections: Connections
}

/** Sessions belong to a user and organization, so the person can switch to another of their tokens while one is open. */
const ownerOf = ({ user, organization }: Principal): string => `${user} ${organization?.id}`

/** The HTTP+SSE sessions of this node; messages for those of other nodes are forwarded. */
export class SseSessions {
  readonly #parts: Parts
  readonly #sessions = new Map<string, Session>()
  readonly #perUser: OpenPerUser

  constructor(parts: Parts) {
    this.#parts = parts
    this.#perUser = new OpenPerUser('mcp_session', parts.maxPerUser)
  }

  async listen(): Promise<void> {
    await this.#parts.forwarding.listen((parcel) => this.#receive(parcel))
  }

  requireRoom(principal: Principal): void {
    this.#perUser.requireRoom(principal)
  }

  async open(response: ServerResponse, principal: Principal, endpoint: Endpoint): Promise<void> {
    const { node, build, openLive, streams, connections } = this.#parts
    const id = newSecret()
    const transport = new SseTransport(response, id, `/mcp/messages?session=${id}&node=${node}`)
    const live = openLive(principal, {
      updated: (uri) => void server.sendResourceUpdated({ uri }).catch(() => {}),
      listChanged: () => void server.sendResourceListChanged().catch(() => {}),
    })
    const server = build(endpoint, 'session', live)
    const session: Session = { owner: ownerOf(principal), transport, client: undefined }
    const endings = [
      streams.add(principal, () => void transport.close()),
      this.#perUser.add(principal),
      this.#listen(principal, session, server),
      () => live.close(),
      () => connections.left(principal, id),
      () => this.#sessions.delete(id),
    ]
    this.#sessions.set(id, session)
    server.onclose = () => endings.forEach((end) => end())
    await server.connect(transport)
  }

  /** Tells a stream immediately what concerns its agent, not only with its next call; its client sets the minimum level. */
  #listen(principal: Principal, session: Session, server: Server): () => void {
    const { agents, notices } = this.#parts
    const org = principal.organization?.id
    if (!org) return () => {}
    return notices.add({
      org,
      agent: () => agents.agentOf(principal, session.client),
      tell: ({ event, level, details }) => {
        if (event === 'hint.waiting') agents.checkAgain(principal, session.client)
        const message = { level, logger: 'baton', data: { event, ...details } }
        server.sendLoggingMessage(message, session.transport.sessionId).catch(() => {})
      },
    })
  }

  deliver(node: string, parcel: Parcel): Promise<Outcome> | Outcome {
    return node === this.#parts.node ? this.#receive(parcel) : this.#parts.forwarding.forward(node, parcel)
  }

  #receive({ session: id, caller, message }: Parcel): Outcome {
    const session = this.#sessions.get(id)
    if (!session || session.owner !== ownerOf(caller.principal)) return 'unknown'
    if (session.transport.congested) return 'busy'
    session.client = namedIn(message) ?? session.client
    session.transport.receive(message, { authInfo: toAuthInfo({ ...caller, client: session.client, connection: id }) })
    return 'accepted'
  }

  /** Ends every stream, so that its client reconnects, to a node that stays up. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()))
  }
}

const namedIn = (message: JSONRPCMessage): string | undefined =>
  'method' in message && message.method === 'initialize' && isInitializeRequest(message) ? message.params.clientInfo.name : undefined
