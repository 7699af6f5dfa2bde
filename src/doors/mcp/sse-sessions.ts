import type { ServerResponse } from 'node:http'
import { isInitializeRequest, type JSONRPCMessage, type Server } from '@modelcontextprotocol/server'
import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newSecret } from '../../platform/secrets.ts'
import type { OpenStreams } from '../open-streams.ts'
import { toAuthInfo } from './caller.ts'
import type { Forwarding, Outcome, Parcel } from './forwarding.ts'
import type { StopNotices } from './stop-notices.ts'
import type { TokenAgents } from './token-agents.ts'
import { SseTransport } from './sse-transport.ts'

interface Session {
  owner: string
  transport: SseTransport
  client: string | undefined
}

const mostPerOwner = 2_000

/** Sessions belong to user and organization, so a token may be replaced by another of the same person's while one is open. */
const ownerOf = ({ user, organization }: Principal): string => `${user} ${organization?.id}`

/** The HTTP+SSE sessions of this node, and the way to those of other nodes. */
export class SseSessions {
  readonly #node: string
  readonly #build: () => Server
  readonly #forwarding: Forwarding
  readonly #streams: OpenStreams
  readonly #agents: TokenAgents
  readonly #notices: StopNotices
  readonly #sessions = new Map<string, Session>()
  readonly #perOwner = new Map<string, number>()

  constructor(node: string, build: () => Server, forwarding: Forwarding, streams: OpenStreams, agents: TokenAgents, notices: StopNotices) {
    this.#agents = agents
    this.#notices = notices
    this.#node = node
    this.#build = build
    this.#forwarding = forwarding
    this.#streams = streams
  }

  async listen(): Promise<void> {
    await this.#forwarding.listen((parcel) => this.#receive(parcel))
  }

  /** Throws while the response can still be a refusal. */
  requireRoom(principal: Principal): void {
    if ((this.#perOwner.get(ownerOf(principal)) ?? 0) < mostPerOwner) return
    throw new Refusal('rate_limited', 'You have too many open streams here. Close some and try again.', { retry_after: 60 })
  }

  async open(response: ServerResponse, principal: Principal): Promise<void> {
    const id = newSecret()
    const owner = ownerOf(principal)
    const transport = new SseTransport(response, id, `/mcp/messages?session=${id}&node=${this.#node}`)
    const server = this.#build()
    const unwatch = this.#streams.add(principal, () => void transport.close())
    const session: Session = { owner, transport, client: undefined }
    const unlisten = this.#listen(principal, session)
    this.#sessions.set(id, session)
    this.#count(owner, 1)
    server.onclose = () => {
      unwatch()
      unlisten()
      this.#sessions.delete(id)
      this.#count(owner, -1)
    }
    await server.connect(transport)
  }

  /** A stream whose agent is stopped hears of it at once, and not only with its next write. */
  #listen(principal: Principal, session: Session): () => void {
    const org = principal.organization?.id
    if (!org) return () => {}
    return this.#notices.add({
      org,
      agent: () => this.#agents.agentOf(principal, session.client),
      tell: (event, details) => {
        const params = { level: event === 'agent.stopped' ? 'alert' : 'notice', logger: 'baton', data: { event, ...details } }
        session.transport.send({ jsonrpc: '2.0', method: 'notifications/message', params }).catch(() => {})
      },
    })
  }

  deliver(node: string, parcel: Parcel): Promise<Outcome> | Outcome {
    return node === this.#node ? this.#receive(parcel) : this.#forwarding.forward(node, parcel)
  }

  #receive({ session: id, caller, message }: Parcel): Outcome {
    const session = this.#sessions.get(id)
    if (!session || session.owner !== ownerOf(caller.principal)) return 'unknown'
    if (session.transport.congested) return 'busy'
    session.client = namedIn(message) ?? session.client
    session.transport.receive(message, { authInfo: toAuthInfo({ ...caller, client: session.client, connection: id }) })
    return 'accepted'
  }

  #count(owner: string, by: number): void {
    const open = (this.#perOwner.get(owner) ?? 0) + by
    if (open > 0) this.#perOwner.set(owner, open)
    else this.#perOwner.delete(owner)
  }

  /** Ends every stream, so that its client connects again, to a node that stays. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()))
  }
}

const namedIn = (message: JSONRPCMessage): string | undefined =>
  'method' in message && message.method === 'initialize' && isInitializeRequest(message) ? message.params.clientInfo.name : undefined
