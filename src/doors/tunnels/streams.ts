import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline, type Duplex } from 'node:stream'
import { createWebSocketStream, type WebSocket } from 'ws'
import { Refusal } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { streamMilliseconds } from '../../platform/tunnel-protocol.ts'
import type { SignedMessages } from '../shared/signed-messages.ts'

const purpose = 'tunnel stream'
const chunk = 64 * 1024

interface Waiting {
  resolve(stream: Duplex): void
  reject(error: Refusal): void
}

/** Which stream a machine brings, and which node waits for it. */
interface Ticket {
  stream: string
  node_url: string
}

/**
 * Connections that machines were asked for. A machine dials in anew for each and may arrive at any node; that one passes the bytes on
 * to the node where somebody waits. Each stream is a connection of its own all the way, so TCP slows down whoever is too fast.
 */
export class Streams {
  readonly #seals: SignedMessages
  readonly #waiting = new Map<string, Waiting>()
  readonly #open = new Set<Duplex>()
  /** Where other nodes reach this one; known once it listens. */
  nodeUrl = ''

  constructor(seals: SignedMessages) {
    this.#seals = seals
  }

  ticket(stream: string): string {
    return seal(this.#seals, purpose, { stream, node_url: this.nodeUrl } satisfies Ticket)
  }

  /** Resolves when the machine has brought the stream. */
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

  /** Whom a machine's token is for; undefined if it is none of ours, or too old. */
  read(token: string): Ticket | undefined {
    const ticket = this.#seals.open(purpose, token) as Ticket | undefined
    return ticket && isId(ticket.stream) ? ticket : undefined
  }

  /** A machine's connection has come in here. */
  bring(ticket: Ticket, socket: WebSocket): void {
    const stream = this.#keep(createWebSocketStream(socket, { readableHighWaterMark: chunk, writableHighWaterMark: chunk }))
    if (ticket.node_url === this.nodeUrl) return this.#attach(ticket.stream, stream)
    this.#passOn(ticket, stream)
  }

  /** Another node passes on what a machine has brought to it. */
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
    stream.on('error', () => stream.destroy())
    stream.on('close', () => this.#open.delete(stream))
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
    request.on('upgrade', (_: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (head.length > 0) socket.unshift(head)
      join(stream, this.#keep(socket))
    })
    request.on('response', give).on('timeout', give).on('error', give)
    request.end()
  }
}

const seal = (seals: SignedMessages, to: string, content: unknown): string => Buffer.from(seals.seal(to, content)).toString('base64url')

/** Both ways until either side ends; an error on one side ends the other. */
export function join(one: Duplex, other: Duplex): void {
  const end = (error?: unknown) => {
    if (!error) return
    one.destroy()
    other.destroy()
  }
  pipeline(one, other, end)
  pipeline(other, one, end)
}
