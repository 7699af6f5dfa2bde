import type { ServerResponse } from 'node:http'
import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/server'

const keepAliveEvery = 15_000
const patienceToFlush = 1_000
/** Backpressure: a client that reads too slowly may not send more, and is disconnected if it stops reading altogether. */
const congestedAbove = 1024 * 1024
const lostAbove = 8 * 1024 * 1024

const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }

/** HTTP+SSE of 2024-11-05: the server's messages go out on one stream; the client's arrive by POST at the URL sent first. */
export class SseTransport implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: JSONRPCMessage, extra?: MessageExtraInfo) => void) | undefined
  readonly sessionId: string
  readonly #response: ServerResponse
  readonly #endpoint: string
  #keepAlive: NodeJS.Timeout | undefined
  #draining: Promise<void> | undefined
  #closed = false

  constructor(response: ServerResponse, sessionId: string, endpoint: string) {
    this.#response = response
    this.sessionId = sessionId
    this.#endpoint = endpoint
  }

  async start(): Promise<void> {
    this.#response.once('close', () => this.#end())
    this.#response.on('error', (error) => this.onerror?.(error))
    this.#response.writeHead(200, headers)
    this.#response.write(`event: endpoint\ndata: ${this.#endpoint}\n\n`)
    this.#keepAlive = setInterval(() => this.#comment(), keepAliveEvery).unref()
  }

  get congested(): boolean {
    return this.#response.writableLength > congestedAbove
  }

  receive(message: JSONRPCMessage, extra: MessageExtraInfo): void {
    this.onmessage?.(message, extra)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return
    const kept = this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
    if (this.#response.writableLength > lostAbove) await this.close()
    else if (!kept) await this.#drained()
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#end()
    this.#response.end()
    setTimeout(() => this.#response.destroy(), patienceToFlush).unref()
  }

  /** One shared wait for all messages that pile up. */
  #drained(): Promise<void> {
    this.#draining ??= new Promise((resolve) => {
      const done = () => {
        this.#response.off('drain', done)
        this.#response.off('close', done)
        this.#draining = undefined
        resolve()
      }
      this.#response.on('drain', done)
      this.#response.on('close', done)
    })
    return this.#draining
  }

  /** Proxies drop idle connections. One that is waiting to drain has enough data queued already. */
  #comment(): void {
    if (!this.#response.writableNeedDrain) this.#response.write(': keep-alive\n\n')
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    clearInterval(this.#keepAlive)
    this.onclose?.()
  }
}
