import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import { stillHeld } from '../../capabilities/machines/tunnels/require-tunnel.ts'
import type { Operations } from '../../capabilities/operations.ts'
import { system, type Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import { clientAddress, proxyList } from '../../platform/addresses.ts'
import { isId, newId } from '../../platform/ids.ts'
import { withOrigin } from '../../platform/origin.ts'
import { hear } from '../../platform/peer.ts'
import type { Hints } from '../../platform/redis.ts'
import type { SignedFrame } from '../../platform/tunnel-protocol.ts'
import { authenticateLive, authenticateRest } from '../shared/authenticate.ts'
import { Forwarding, type Outcome } from '../shared/forwarding.ts'
import type { Limits } from '../shared/limits.ts'
import { OpenPerUser } from '../shared/open-per-user.ts'
import type { OpenStreams } from '../shared/open-streams.ts'
import type { RawRoute } from '../shared/raw-route.ts'
import { SignedMessages } from '../shared/signed-messages.ts'
import { refuseUpgrade, requireOrigin, splitUrl } from '../shared/upgrades.ts'
import { newChallenge, readCredential, type Credential } from './challenges.ts'
import { HeldTunnel } from './held-tunnel.ts'
import { proxyHttp, proxyWebSocket, readTarget, type Target } from './proxy.ts'
import { Streams } from './streams.ts'

const checkEvery = 500
const largestMessage = 2 * 1024 * 1024
const maxStreamsPerUser = 256

interface TunnelDoorOptions {
  kernel: Kernel
  operations: Operations
  limits: Limits
  hints: Hints
  streams: OpenStreams
}

/** A frame for a machine that another node holds, or that machine's refusal of a stream on its way back. */
type Parcel = { tunnel: string; frame: SignedFrame; stream: string; from: string } | { stream: string; refused: string }

const proxyRoute: RawRoute = {
  method: 'GET',
  path: '/api/tunnels/:id/ws',
  operationId: 'openTunnelSocket',
  area: 'machines',
  summary: 'Connect to an allowed port of your machine: WebSocket if requested, otherwise HTTP with any method',
  query: {
    port: { type: 'integer', description: 'A port that the machine allows' },
    path: { type: 'string', description: 'What to ask for there; / if left out' },
    token: { type: 'string', description: 'For browsers: a ticket of POST /api/auth/ws-ticket in place of the Authorization header' },
    organization: { type: 'string', description: 'With a ticket: id or handle; without it your personal one is meant' },
  },
  required: ['port'],
  answers: {
    101: { description: 'The connection is a WebSocket of the machine’s service' },
    200: { description: 'What the service answers', content: { '*/*': null } },
  },
}
const reverseRoute: RawRoute = {
  method: 'GET',
  path: '/api/tunnels/reverse',
  operationId: 'openReverseTunnel',
  area: 'machines',
  summary: 'A machine dials in; a first request is answered with a challenge for its key',
  open: true,
  answers: { 101: { description: 'The machine is connected' } },
}
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
const otherProxyRoutes = methods.map((method): RawRoute => ({
  ...proxyRoute,
  method,
  operationId: `${method.toLowerCase()}ToTunnel`,
  summary: 'The same with a body, as HTTP',
  body: { '*/*': null },
  answers: { 200: { description: 'What the service answers', content: { '*/*': null } } },
}))
export const tunnelRoutes = [proxyRoute, ...otherProxyRoutes, reverseRoute]

/** Where machines dial in, and where people reach their ports. */
export class TunnelDoor {
  readonly #options: TunnelDoorOptions
  readonly #node = newId()
  readonly #seals: SignedMessages
  readonly #forwarding: Forwarding<Parcel>
  readonly #streams: Streams
  readonly #trusted
  readonly #held = new Map<string, HeldTunnel>()
  readonly #asked = new Map<string, string>()
  /** Streams in use on this node, by machine. */
  readonly #used = new Map<string, Set<Duplex>>()
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: largestMessage })
  readonly #perUser = new OpenPerUser('tunnel_stream', maxStreamsPerUser)
  readonly #timer: NodeJS.Timeout
  #checking = false
  #closing = false

  private constructor(options: TunnelDoorOptions) {
    this.#options = options
    const { clock, services } = options.kernel
    this.#seals = new SignedMessages(services.config.SECRET_KEY, () => clock.now().getTime())
    this.#forwarding = new Forwarding(this.#node, options.hints, this.#seals)
    this.#streams = new Streams(this.#seals)
    this.#trusted = proxyList(services.config.TRUSTED_PROXIES)
    this.#timer = setInterval(() => void this.#check(), checkEvery).unref()
  }

  static async start(options: TunnelDoorOptions): Promise<TunnelDoor> {
    const door = new TunnelDoor(options)
    await door.#forwarding.listen((parcel) => door.#receive(parcel))
    // A hint makes an action go out immediately; without one the next check finds it.
    await options.hints.subscribe('news:*', (_, channel) => {
      for (const held of door.#held.values()) if (channel === `news:${held.org}`) held.drain()
    })
    return door
  }

  /** Called once the server listens, to set the URL at which other nodes reach it. */
  listensAt(address: string): void {
    const { NODE_URL, HOST } = this.#options.kernel.services.config
    const url = new URL(address)
    const own = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4')
    if ((HOST === '0.0.0.0' || HOST === '::') && own) url.hostname = own.address
    this.#streams.nodeUrl = NODE_URL ?? url.origin
  }

  takes(request: IncomingMessage): boolean {
    return splitUrl(request.url ?? '').path.startsWith('/api/tunnels/')
  }

  /** For the HTTP server's `upgrade` event. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    withOrigin({ request_id: randomUUID() }, () => {
      hear(socket, { kind: 'machine', end: () => socket.destroy() }, {})
      const { path, query } = splitUrl(request.url ?? '')
      const [, id = ''] = path.match(/^\/api\/tunnels\/([^/]+)\/ws$/) ?? []
      const done = path === reverseRoute.path ? this.#dialIn(request, socket, head) : this.#proxySocket(id, query, request, socket, head)
      done.catch((error: unknown) => {
        const challenge = newChallenge(this.#seals, this.#options.kernel.clock.now())
        refuseUpgrade(socket, error, path === reverseRoute.path ? [`www-authenticate: Baton-Machine challenge="${challenge}"`] : [])
      })
    })
  }

  /** HTTP to a machine's port, with any method. */
  mount(app: FastifyInstance): void {
    const { kernel, limits } = this.#options
    app.register(async (routes) => {
      routes.removeAllContentTypeParsers()
      // The body is streamed through, not read here.
      routes.addContentTypeParser('*', (_request, _body, done) => done(null))
      routes.route({
        method: ['GET', ...methods],
        url: proxyRoute.path,
        bodyLimit: Number.MAX_SAFE_INTEGER,
        handler: async (request, reply) => {
          const header = (name: string) => request.headers[name] as string | undefined
          const principal = await authenticateRest(kernel, header('authorization'), header('baton-organization')).catch(
            (error: unknown) => {
              limits.requireAnonymous(request.client)
              throw error
            },
          )
          limits.requireOperation(principal, request.client, 'write')
          const target = readTarget(splitUrl(request.url).query)
          const stream = await this.#openStream(principal, (request.params as { id: string }).id, target, request.client)
          await proxyHttp(stream, target, request, reply)
          return reply
        },
      })
    })
  }

  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#timer)
    const held = [...this.#held.values()]
    for (const one of held) one.close(1012, 'This node is restarting. Connect again.')
    await Promise.all(held.map((one) => one.ended()))
    this.#streams.close()
    for (const client of this.#sockets.clients) client.terminate()
  }

  #addressOf(request: IncomingMessage): string {
    const forwarded = request.headers['x-forwarded-for']
    return clientAddress(request.socket.remoteAddress ?? '', Array.isArray(forwarded) ? forwarded.join(',') : forwarded, this.#trusted)
  }

  async #dialIn(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const credential = readCredential(this.#seals, request)
    if (!credential) {
      this.#options.limits.requireAnonymous(this.#addressOf(request))
      throw new Refusal('unauthenticated', 'Sign the challenge of the header WWW-Authenticate with the machine’s key and connect again.')
    }
    if (this.#closing) throw new Refusal('unavailable', 'This node is restarting. Connect again.', { retry_after: 1 })
    if (credential.kind === 'node') {
      const stream = this.#streams.isFromNode(credential.token)
      if (!stream) throw new Refusal('unauthenticated', 'No one is waiting for this stream.')
      return this.#streams.bringFromNode(stream, socket, head)
    }
    if (credential.kind === 'stream') {
      const ticket = this.#streams.read(credential.token)
      if (!ticket) throw new Refusal('unauthenticated', 'The time to bring this stream is over.')
      return this.#sockets.handleUpgrade(request, socket, head, (client) => this.#streams.bring(ticket, client))
    }
    await this.#hold(credential, request, socket, head)
  }

  async #hold(credential: Credential & { kind: 'machine' }, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { kernel, operations, limits } = this.#options
    const { organization: org, tunnel: id, challenge, challengedAt: challenged_at, signature } = credential
    const node = { node_id: this.#node, node_url: this.#streams.nodeUrl }
    const input = { tunnel_id: id, challenge, challenged_at, signature, ...node }
    const {
      fence,
      user_id: owner,
      signers,
    } = await execute(kernel, operations.get('connectTunnel'), system(org), input, { door: 'websocket' }).catch((error: unknown) => {
      limits.requireAnonymous(this.#addressOf(request))
      throw error instanceof Refusal && error.code === 'not_found'
        ? new Refusal('unauthenticated', 'This machine is not paired here.')
        : error
    })
    this.#sockets.handleUpgrade(request, socket, head, (client: WebSocket) => {
      this.#held.get(id)?.close(4409, 'Another connection of this machine has taken over.')
      const refuseStream = (stream: string, reason: string) => this.#refused(stream, reason)
      const count = (bytes: number) => limits.requireFrame(id, owner, bytes)
      const held = new HeldTunnel({ kernel, operations, refuseStream, count }, client, { id, org, fence, signers })
      this.#held.set(id, held)
      const close = () => {
        if (this.#held.get(id) === held) this.#held.delete(id)
        return held.ended()
      }
      hear(client, { kind: 'machine', end: () => client.terminate() }, { close })
    })
  }

  /** Ends within a second what this node may no longer hold, and sends actions whose hint was lost. */
  async #check(): Promise<void> {
    if (this.#checking || this.#held.size + this.#used.size === 0) return
    this.#checking = true
    try {
      const looked = [...this.#held.values()]
      const used = [...this.#used.keys()].map((id) => ({ id, fence: null }))
      const [still, there] = await Promise.all([stillHeld(this.#options.kernel, looked), stillHeld(this.#options.kernel, used)])
      for (const { id } of used) if (!there.has(id)) for (const stream of this.#used.get(id) ?? []) stream.destroy()
      for (const held of looked) {
        const waiting = still.get(held.id)
        if (waiting === undefined) held.close(4403, 'This machine was removed, or connected elsewhere.')
        else if (waiting) held.drain()
      }
    } catch (error) {
      this.#options.kernel.report(error, 'stillHeld')
    } finally {
      this.#checking = false
    }
  }

  async #proxySocket(id: string, query: URLSearchParams, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { kernel, limits } = this.#options
    const address = this.#addressOf(request)
    requireOrigin(kernel.services.config, request.headers.origin)
    const token = query.get('token')
    const principal = await (
      token
        ? authenticateLive(kernel, token, query.get('organization') ?? undefined)
        : authenticateRest(kernel, request.headers.authorization, request.headers['baton-organization'] as string | undefined)
    ).catch((error: unknown) => {
      limits.requireAnonymous(address)
      throw error
    })
    if (!principal.user) throw new Refusal('unauthenticated', 'Connect with the Authorization header, or with ?token=<ticket>.')
    limits.requireOperation(principal, address, 'write')
    const target = readTarget(query)
    const stream = await this.#openStream(principal, id, target, address)
    await proxyWebSocket(stream, target, request, socket, head)
  }

  async #openStream(principal: Principal, tunnel: string, { port }: Target, address: string): Promise<Duplex> {
    const { kernel, operations } = this.#options
    this.#perUser.requireRoom(principal)
    if (!isId(tunnel)) throw new Refusal('not_found', 'There is no such machine. List them with GET /api/tunnels.')
    const stream = newId()
    const input = { tunnel, port, stream, token: this.#streams.ticket(stream) }
    const { node_id, frame } = await execute(kernel, operations.get('openTunnelStream'), principal, input, { door: 'rest', address })
    const { brought, forget } = this.#streams.wait(stream)
    const parcel = { tunnel, frame, stream, from: this.#node }
    const outcome = node_id === this.#node ? this.#receive(parcel) : await this.#forwarding.forward(node_id, parcel)
    if (outcome !== 'accepted') {
      forget()
      throw new Refusal('unavailable', 'This machine is just connecting again. Try again in a moment.', { retry_after: 2 })
    }
    const opened = await brought
    this.#use(principal, tunnel, opened)
    return opened
  }

  /** The stream ends within a second of the end of the credential that opened it or of the machine's pairing. */
  #use(principal: Principal, tunnel: string, stream: Duplex): void {
    const used = this.#used.get(tunnel) ?? new Set()
    this.#used.set(tunnel, used.add(stream))
    const endings = [this.#perUser.add(principal), this.#options.streams.add(principal, () => stream.destroy())]
    const close = () => {
      for (const end of endings) end()
      used.delete(stream)
      if (used.size === 0 && this.#used.get(tunnel) === used) this.#used.delete(tunnel)
    }
    hear(stream, { kind: 'machine', end: () => stream.destroy() }, { close })
  }

  #receive(parcel: Parcel): Outcome {
    if ('refused' in parcel) {
      this.#streams.refuse(parcel.stream, parcel.refused)
      return 'accepted'
    }
    if (!this.#held.get(parcel.tunnel)?.open(parcel.frame)) return 'unknown'
    this.#asked.set(parcel.stream, parcel.from)
    setTimeout(() => this.#asked.delete(parcel.stream), 30_000).unref()
    return 'accepted'
  }

  #refused(stream: string, refused: string): void {
    const node = this.#asked.get(stream)
    if (node === this.#node) this.#streams.refuse(stream, refused)
    else if (node) void this.#forwarding.forward(node, { stream, refused })
  }
}
