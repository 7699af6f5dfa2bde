import type { Principal } from '../../kernel/context.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { ownCredentials, type Credentials } from './credentials.ts'

const checkEvery = 500

type Close = (why: string) => void

/** The long-lived connections of this node: each is closed within a second of the end of its credential, membership or account. */
export class OpenStreams {
  readonly #kernel: Kernel
  readonly #credentials: Credentials
  readonly #streams = new Map<Principal, Set<Close>>()
  #timer: NodeJS.Timeout | undefined
  #checking = false

  constructor(kernel: Kernel, credentials: Credentials = ownCredentials(kernel)) {
    this.#kernel = kernel
    this.#credentials = credentials
  }

  /** Returns a function that removes the stream again. `close` is called at most once. */
  add(principal: Principal, close: Close): () => void {
    // The same function may be registered twice, so each registration is an entry of its own.
    const entry: Close = (why) => close(why)
    const streams = this.#streams.get(principal) ?? new Set()
    this.#streams.set(principal, streams.add(entry))
    this.#timer ??= setInterval(() => void this.#check(), checkEvery).unref()
    return () => {
      streams.delete(entry)
      if (streams.size === 0 && this.#streams.get(principal) === streams) this.#streams.delete(principal)
      if (this.#streams.size === 0) this.close()
    }
  }

  /** Stops watching; the streams themselves are closed by whoever opened them. */
  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #check(): Promise<void> {
    // A slow database must not make checks pile up.
    if (this.#checking) return
    this.#checking = true
    try {
      for (const principal of await this.#credentials.revokedAmong([...this.#streams.keys()])) this.#end(principal)
    } catch (error) {
      this.#kernel.report(error, 'revokedAmong')
    } finally {
      this.#checking = false
    }
  }

  #end(principal: Principal): void {
    const streams = this.#streams.get(principal) ?? []
    this.#streams.delete(principal)
    if (this.#streams.size === 0) this.close()
    for (const close of streams) {
      try {
        close('This credential no longer holds: it was revoked, has expired, or its membership or account ended.')
      } catch (error) {
        this.#kernel.report(error, 'closeStream')
      }
    }
  }
}
