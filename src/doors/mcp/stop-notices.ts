import { stoppedAmong } from '../../capabilities/agent-control/stopped-among.ts'
import type { Kernel } from '../../kernel/execute.ts'
import type { Hints } from '../../platform/redis.ts'

const pause = 100
const sweepEvery = 5_000

/** One open stream: whose it is as far as is known, and how to tell it something. */
export interface Listener {
  org: string
  agent(): Promise<string> | undefined
  tell(event: 'agent.stopped' | 'agent.resumed', details: Record<string, unknown>): void
}

/** Tells open streams that their agent was stopped, or may go on: at once after a hint, within seconds if Redis is gone. */
export class StopNotices {
  readonly #kernel: Kernel
  readonly #open = new Map<string, Map<Listener, boolean>>()
  readonly #waiting = new Map<string, NodeJS.Timeout>()
  readonly #timer: NodeJS.Timeout

  private constructor(kernel: Kernel) {
    this.#kernel = kernel
    this.#timer = setInterval(() => this.#open.forEach((_, org) => this.#soon(org)), sweepEvery).unref()
  }

  static async start(kernel: Kernel, hints: Hints): Promise<StopNotices> {
    const notices = new StopNotices(kernel)
    await hints.subscribe('news:*', (_, channel) => notices.#soon(channel.slice('news:'.length)))
    return notices
  }

  /** Returns how to take the stream out again. */
  add(listener: Listener): () => void {
    const listeners = this.#open.get(listener.org) ?? new Map<Listener, boolean>()
    this.#open.set(listener.org, listeners.set(listener, false))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#open.get(listener.org) === listeners) this.#open.delete(listener.org)
    }
  }

  close(): void {
    clearInterval(this.#timer)
    for (const timer of this.#waiting.values()) clearTimeout(timer)
  }

  /** Bursts of an organization's news are looked at together. */
  #soon(org: string): void {
    if (!this.#open.has(org) || this.#waiting.has(org)) return
    const look = () => {
      this.#waiting.delete(org)
      this.#look(org).catch((error: unknown) => this.#kernel.report(error, 'stopNotices'))
    }
    this.#waiting.set(org, setTimeout(look, pause).unref())
  }

  async #look(org: string): Promise<void> {
    const listeners = this.#open.get(org)
    if (!listeners) return
    const agents = new Map<Listener, string>()
    for (const listener of listeners.keys()) {
      const agent = await listener.agent()?.catch(() => undefined)
      if (agent) agents.set(listener, agent)
    }
    if (agents.size === 0) return
    const stopped = await stoppedAmong(this.#kernel.database, org, [...new Set(agents.values())])
    for (const [listener, agent] of agents) {
      const stop = stopped.get(agent)
      if (!listeners.has(listener) || listeners.get(listener) === (stop !== undefined)) continue
      listeners.set(listener, stop !== undefined)
      listener.tell(stop ? 'agent.stopped' : 'agent.resumed', stop ?? {})
    }
  }
}
