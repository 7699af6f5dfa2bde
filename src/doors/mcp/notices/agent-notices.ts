import { organizationsMoved } from '../../../capabilities/log/read-log.ts'
import type { Kernel } from '../../../kernel/execute.ts'
import type { Hints } from '../../../platform/redis.ts'
import { trustIn } from '../../../platform/trust-hints.ts'
import { Memory } from './memory.ts'
import type { Listener } from './notice.ts'
import { endingsOf, agentStates } from './state.ts'

const pause = 100
const sweepEvery = 5_000

/** An organization's state when it was last checked. */
interface Seen {
  seq: number
  /** When the passing of time alone will cause a notice. */
  dueAt: number
  /** Whether the agent of every stream was known. */
  whole: boolean
}

/**
 * Notifies open streams of what concerns their agent: immediately after a hint, within seconds if Redis is gone or only time has passed.
 * One statement checks all organizations for lost hints; an organization without changes is not read.
 */
export class AgentNotices {
  readonly #kernel: Kernel
  readonly #open = new Map<string, Map<Listener, Memory>>()
  readonly #waiting = new Map<string, NodeJS.Timeout>()
  readonly #seen = new Map<string, Seen>()
  readonly #trusted: () => boolean
  readonly #timer: NodeJS.Timeout
  /** Serializes the checks: none overwrites a later one's state with an older read, and the pool stays free. */
  #turn: Promise<void> = Promise.resolve()

  private constructor(kernel: Kernel, hints: Hints) {
    this.#kernel = kernel
    this.#trusted = trustIn(hints)
    this.#timer = setInterval(() => void this.#sweep().catch((error: unknown) => kernel.report(error, 'agentNotices')), sweepEvery).unref()
  }

  static async start(kernel: Kernel, hints: Hints): Promise<AgentNotices> {
    const notices = new AgentNotices(kernel, hints)
    await hints.subscribe('news:*', (_, channel) => notices.#soon(channel.slice('news:'.length)))
    return notices
  }

  /** Returns a function that removes the stream. */
  add(listener: Listener): () => void {
    const listeners = this.#open.get(listener.org) ?? new Map<Listener, Memory>()
    this.#open.set(listener.org, listeners.set(listener, new Memory()))
    this.#seen.delete(listener.org)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#open.get(listener.org) === listeners) {
        this.#open.delete(listener.org)
        this.#seen.delete(listener.org)
      }
    }
  }

  close(): void {
    clearInterval(this.#timer)
    for (const timer of this.#waiting.values()) clearTimeout(timer)
  }

  async #sweep(): Promise<void> {
    const now = this.#kernel.clock.now().getTime()
    const trusted = this.#trusted()
    const quiet = new Map<string, number>()
    for (const org of this.#open.keys()) {
      const seen = this.#seen.get(org)
      if (trusted && seen?.whole && now < seen.dueAt) quiet.set(org, seen.seq)
      else this.#soon(org)
    }
    if (quiet.size > 0) for (const org of await organizationsMoved(this.#kernel.database, quiet)) this.#soon(org)
  }

  /** Coalesces bursts of an organization's news into one check. */
  #soon(org: string): void {
    if (!this.#open.has(org) || this.#waiting.has(org)) return
    const look = () => {
      this.#waiting.delete(org)
      this.#turn = this.#turn.then(() => this.#look(org)).catch((error: unknown) => this.#kernel.report(error, 'agentNotices'))
    }
    this.#waiting.set(org, setTimeout(look, pause).unref())
  }

  async #look(org: string): Promise<void> {
    const listeners = this.#open.get(org)
    if (!listeners) return
    const agents = await agentsOf(listeners.keys())
    if (agents.size === 0) return
    const now = this.#kernel.clock.now()
    const whole = agents.size === listeners.size
    const { seq, states } = await agentStates(this.#kernel, org, [...new Set(agents.values())])
    const news = [...agents].flatMap(([listener, agent]) => {
      const [memory, state] = [listeners.get(listener), states.get(agent)]
      return memory && state ? { listener, memory, state, gone: memory.goneFrom(state) } : []
    })
    const endings = await endingsOf(
      this.#kernel,
      org,
      news.flatMap(({ gone }) => gone),
    )
    for (const { listener, memory, state, gone } of news) {
      if (listeners.has(listener)) for (const notice of memory.newsOf(state, gone, endings, now)) listener.tell(notice)
    }
    const dueAt = Math.min(...news.map(({ memory }) => memory.nextAt(now)))
    if (this.#open.get(org) === listeners) this.#seen.set(org, { seq, dueAt, whole: whole && agents.size === listeners.size })
  }
}

async function agentsOf(listeners: Iterable<Listener>): Promise<Map<Listener, string>> {
  const agents = new Map<Listener, string>()
  for (const listener of listeners) {
    const agent = await listener.agent()?.catch(() => undefined)
    if (agent) agents.set(listener, agent)
  }
  return agents
}
