import type { WebSocket } from 'ws'
import { Refusal } from '../../kernel/errors.ts'

const maxRefusals = 5
const pauseFor = 1_000
/** From here on nothing more is read until half of it has been processed: TCP makes the machine wait. */
const manyFrames = 200
const manyBytes = 4 * 1024 * 1024
/** What was read before the pause took effect may come on top; a machine for which more waits than this is disconnected. */
const maxFrames = 1_000
const maxBytes = 8 * 1024 * 1024

/**
 * How much is read of what a machine sends. A frame over the limit is still taken, because the machine repeats it only on its next
 * connection, but it pauses reading for a second, and the fifth in a row closes the connection.
 */
export class Intake {
  readonly #socket: WebSocket
  /** Counts a frame; throws the refusal of a rate limit. */
  readonly #count: (bytes: number) => void
  readonly #close: (code: number, why: string) => void
  readonly #pauses = new Set<'rate' | 'queue'>()
  #refusals = 0
  #frames = 0
  #bytes = 0
  #closed = false

  constructor(socket: WebSocket, count: (bytes: number) => void, close: (code: number, why: string) => void) {
    this.#socket = socket
    this.#count = count
    this.#close = close
  }

  /** Whether a frame is taken; if not, the connection is closing. */
  admit(bytes: number): boolean {
    if (this.#closed) return false
    try {
      this.#count(bytes)
      this.#refusals = 0
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (++this.#refusals >= maxRefusals) return this.#end(1008, 'Too many frames: slow down, then connect again.')
      this.#pause('rate')
      setTimeout(() => this.#resume('rate'), pauseFor).unref()
    }
    return true
  }

  /** A frame waits for those before it. Returns what to call once it has been processed; undefined if too much is waiting. */
  wait(bytes: number): (() => void) | undefined {
    if (this.#frames + 1 > maxFrames || this.#bytes + bytes > maxBytes) {
      this.#end(1013, 'Too much is waiting.')
      return undefined
    }
    this.#frames++
    this.#bytes += bytes
    if (this.#frames > manyFrames || this.#bytes > manyBytes) this.#pause('queue')
    return () => {
      this.#frames--
      this.#bytes -= bytes
      if (this.#frames < manyFrames / 2 && this.#bytes < manyBytes / 2) this.#resume('queue')
    }
  }

  #pause(why: 'rate' | 'queue'): void {
    this.#pauses.add(why)
    this.#socket.pause()
  }

  #resume(why: 'rate' | 'queue'): void {
    if (this.#pauses.delete(why) && this.#pauses.size === 0) this.#socket.resume()
  }

  #end(code: number, why: string): false {
    this.#closed = true
    this.#close(code, why)
    return false
  }
}
