import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline, type Duplex } from 'node:stream'
import { createWebSocketStream, type WebSocket } from 'ws'
import { Refusal } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { hear } from '../../platform/peer.ts'
import { streamMilliseconds } from '../../platform/tunnel-protocol.ts'
import type { SignedMessages } from '../shared/signed-messages.ts'

const purpose = 'tunnel stream'
const chunk = 64 * 1024

interface Waiting {
  resolve(stream: Duplex): void
  reject(error: Refusal): void
}

/** The stream that a machine brings, and the node that waits for it. */
interface Ticket {
  stream: string
  node_url: string
}

/**
 * Connections that machines were asked for. A machine dials in separately for each and may reach any node, which forwards the bytes to
 * the node where the caller waits. Each stream is a separate connection end to end, so TCP provides the backpressure.
 */
export class Streams {
  readonly #seals: SignedMessages
  readonly #waiting = new Map<string, Waiting>()
  readonly #open = new Set<Duplex>()
  /** The URL at which other nodes reach this one; known once it listens. */
  nodeUrl = ''

  constructor(seals: SignedMessages) {
    this.#seals = seals
  }

  ticket(stream: string): string {
    return seal(this.#seals, purpose, { stream, node_url: this.nodeUrl } satisfies Ticket)
  }

  /** Resolves when the machine has connected for the stream. */
  wait(stream: string): { brought: Promise<Duplex>; forget(): void } {
    let timer: NodeJS.Timeout | undefined
    const forget = () => {
      clearTimeout(timer)
      this.#waiting.delete(stream)
    }
    const brought = new Promise<Duplex>((resolve, reject) => {
      this.#waiting.set(stream, { resolve, reject })
      const late = () => reject(new Refusal('unavailable', 'The machine did not respond in time. Try again.', { retry_after: 5 }))
      timer = setTimeout(late, streamMilliseconds)
    }).finally(forget)
    brought.catch(() => {})
    return { brought, forget }
  }

  refuse(stream: string, reason: string): void {
    this.#waiting.get(stream)?.reject(new Refusal('forbidden', `The machine refused the connection: ${reason}`))
  }

  /** The ticket in a machine's token; undefined if the token is not ours, or too old. */
  read(token: string): Ticket | undefined {
    const ticket = this.#seals.open(purpose, token) as Ticket | undefined
    return ticket && isId(ticket.stream) ? ticket : undefined
  }

  /** A machine's connection has arrived at this node. */
  bring(ticket: Ticket, socket: WebSocket): void {
    const stream = this.#keep(createWebSocketStream(socket, { readableHighWaterMark: chunk, writableHighWaterMark: chunk }))
    if (ticket.node_url === this.nodeUrl) return this.#attach(ticket.stream, stream)
    this.#passOn(ticket, stream)
  }

  /** The stream that another node forwards to this one; undefined if the token is not valid or nobody waits for the stream. */
  isFromNode(token: string): string | undefined {
    const content = this.#seals.open(`tunnel node ${this.nodeUrl}`, token) as { stream: string } | undefined
    return content && this.#waiting.has(content.stream) ? content.stream : undefined
  }

  bringFromNode(stream: string, socket: Duplex, head: Buffer): void {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: baton-stream\r\n\r\n')
    if (head.length > 0) socket.unshift(head)
    this.#attach(stream, this.#keep(socket))
  }

  close(): void {
    for (const stream of this.#open) stream.destroy()
  }

  #attach(id: string, stream: Duplex): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (waiting) waiting.resolve(stream)
    else stream.destroy()
  }

  #keep<Stream extends Duplex>(stream: Stream): Stream {
    this.#open.add(stream)
    hear(stream, { kind: 'machine', end: () => stream.destroy() }, { close: () => this.#open.delete(stream) })
    return stream
  }

  #passOn({ stream: id, node_url }: Ticket, stream: Duplex): void {
    const token = seal(this.#seals, `tunnel node ${node_url}`, { stream: id })
    const headers = { connection: 'upgrade', upgrade: 'baton-stream', authorization: `Baton-Node ${token}` }
    const ask = node_url.startsWith('https:') ? httpsRequest : httpRequest
    const request = ask(new URL('/api/tunnels/reverse', node_url), { headers, timeout: streamMilliseconds })
    const give = () => {
      stream.destroy()
      request.destroy()
    }
    const upgrade = (_: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (head.length > 0) socket.unshift(head)
      join(stream, this.#keep(socket))
    }
    hear(request, { kind: 'node', end: give }, { upgrade, response: give, timeout: give, error: give })
    request.end()
  }
}

const seal = (seals: SignedMessages, to: string, content: unknown): string => Buffer.from(seals.seal(to, content)).toString('base64url')

/** Pipes both ways until either side ends; an error on one side ends the other. */
export function join(one: Duplex, other: Duplex): void {
  const end = (error?: unknown) => {
    if (!error) return
    one.destroy()
    other.destroy()
  }
  pipeline(one, other, end)
  pipeline(other, one, end)
}
