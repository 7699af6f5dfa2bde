import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Operations } from '../../capabilities/operations.ts'
import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { clientAddress, proxyList } from '../../platform/addresses.ts'
import { origin, withOrigin } from '../../platform/origin.ts'
import { hear } from '../../platform/peer.ts'
import type { Followers } from '../shared/followers.ts'
import { OpenPerUser } from '../shared/open-per-user.ts'
import type { OpenStreams } from '../shared/open-streams.ts'
import type { Limits } from '../shared/limits.ts'
import { Connection, type ConnectionDeps } from './connection.ts'
import { refuseUpgrade } from '../shared/upgrades.ts'
import { admit } from './handshake.ts'
import { keepAlive } from './keep-alive.ts'

const largestMessage = 1024 * 1024
const partingTime = 1_000

interface LiveDoorOptions {
  kernel: Kernel
  operations: Operations
  limits: Limits
  followers: Followers
  streams: OpenStreams
}

/** The WebSocket door: an organization's events, as they happen. */
export class LiveDoor {
  readonly #deps: ConnectionDeps
  readonly #streams: OpenStreams
  readonly #trusted
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: largestMessage })
  readonly #perUser: OpenPerUser
  #closing = false

  constructor({ streams, ...deps }: LiveDoorOptions) {
    this.#deps = deps
    this.#streams = streams
    const { TRUSTED_PROXIES, SOCKETS_PER_USER } = deps.kernel.services.config
    this.#trusted = proxyList(TRUSTED_PROXIES)
    this.#perUser = new OpenPerUser('websocket', SOCKETS_PER_USER)
    const headers = (lines: string[]) => void lines.push(`X-Request-Id: ${origin()?.request_id}`)
    hear(this.#sockets, { kind: 'browser', end: () => {} }, { headers })
  }

  /** For the HTTP server's `upgrade` event. What the socket then does is logged under the id of this request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    withOrigin({ request_id: randomUUID() }, () => this.#upgrade(request, socket, head))
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    hear(socket, { kind: 'browser', end: () => socket.destroy() }, {})
    const forwarded = request.headers['x-forwarded-for']
    const chain = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
    const address = clientAddress(request.socket.remoteAddress ?? '', chain, this.#trusted)
    admit(this.#deps.kernel, this.#deps.limits, request, address)
      .then((principal) => {
        if (this.#closing) throw new Refusal('unavailable', 'This node is restarting. Connect again.', { retry_after: 1 })
        this.#perUser.requireRoom(principal)
        this.#sockets.handleUpgrade(request, socket, head, (client) => this.#welcome(client, principal, address))
      })
      .catch((error: unknown) => refuseUpgrade(socket, error))
  }

  #welcome(client: WebSocket, principal: Principal, address: string): void {
    // On a message that is too large or not a valid WebSocket frame, the library itself closes the socket with the right code.
    new Connection(this.#deps, client, principal, address)
    const endings = [keepAlive(client), this.#streams.add(principal, (why) => client.close(1008, why)), this.#perUser.add(principal)]
    const close = () => endings.forEach((end) => end())
    hear(client, { kind: 'browser', end: () => client.terminate() }, { close, error: () => {} })
  }

  /** Tells every client to connect elsewhere and gives them a moment. */
  async close(): Promise<void> {
    this.#closing = true
    const open = [...this.#sockets.clients]
    const gone = open.map((client) => new Promise((resolve) => hear(client, { kind: 'browser', end: resolve }, { close: resolve })))
    for (const client of open) client.close(1012, 'This node is restarting. Connect again and resume with after.')
    const parting = new AbortController()
    await Promise.race([Promise.all(gone), pause(partingTime, undefined, { signal: parting.signal })])
    parting.abort()
    for (const client of this.#sockets.clients) client.terminate()
  }
}
