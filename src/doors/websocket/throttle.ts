import type { WebSocket } from 'ws'
import { hear } from '../../platform/peer.ts'

const maxRefusals = 5
const pauseFor = 1_000

/**
 * Slows down a socket whose frames are over the limit. Refusing a frame costs as much as answering it, so each refusal pauses reading for
 * a second, and the fifth in a row closes the socket.
 */
export class Throttle {
  readonly #socket: WebSocket
  #refusals = 0
  #resume: NodeJS.Timeout | undefined
  closed = false

  constructor(socket: WebSocket) {
    this.#socket = socket
    const close = () => clearTimeout(this.#resume)
    hear(socket, { kind: 'browser', end: () => socket.terminate() }, { close, error: () => {} })
  }

  admitted(): void {
    this.#refusals = 0
  }

  refused(): void {
    this.#socket.pause()
    clearTimeout(this.#resume)
    if (++this.#refusals < maxRefusals) this.#resume = setTimeout(() => this.#socket.resume(), pauseFor)
    else this.#close()
  }

  /** Nothing more is read, not even the reply to the close frame, so the connection is cut once that frame has had time to arrive. */
  #close(): void {
    this.closed = true
    this.#socket.close(1008, 'Too many frames: slow down, then connect again.')
    this.#resume = setTimeout(() => this.#socket.terminate(), pauseFor)
  }
}
