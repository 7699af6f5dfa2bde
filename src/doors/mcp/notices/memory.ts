import type { Notice } from './notice.ts'
import type { Lease, AgentState } from './state.ts'

const shortly = 2 * 60_000

const timeOf = (at: string): number => new Date(at).getTime()

/** Remembers what a stream has been told, to find what is new to it. */
export class Memory {
  #stopped = false
  #hint: string | undefined
  #leases = new Map<string, Lease>()
  /** The expiry that was warned of, by lease: a renewed lease has another one. */
  readonly #warned = new Map<string, string>()

  /** Known leases that are no longer held. */
  goneFrom({ leases }: AgentState): Lease[] {
    const held = new Set(leases.map(({ id }) => id))
    return [...this.#leases.values()].filter(({ id }) => !held.has(id))
  }

  /** Returns what to tell now and remembers that it was told. */
  newsOf(state: AgentState, gone: readonly Lease[], endings: ReadonlyMap<string, string>, now: Date): Notice[] {
    const news = [...this.#stops(state), ...this.#hints(state), ...ended(gone, endings, now), ...this.#expiring(state, now)]
    for (const { id } of gone) this.#warned.delete(id)
    this.#leases = new Map(state.leases.map((lease) => [lease.id, lease]))
    return news
  }

  /** When the next warning or expiry of a known lease is due. */
  nextAt(now: Date): number {
    const times = [...this.#leases.values()].flatMap(({ until }) => [timeOf(until) - shortly, timeOf(until)])
    return Math.min(...times.filter((at) => at > now.getTime()))
  }

  #stops({ stop }: AgentState): Notice[] {
    if (this.#stopped === (stop !== undefined)) return []
    this.#stopped = stop !== undefined
    return [stop ? { event: 'agent.stopped', level: 'alert', details: stop } : { event: 'agent.resumed', level: 'notice', details: {} }]
  }

  #hints({ hints }: AgentState): Notice[] {
    const isNews = hints !== undefined && hints.newest !== this.#hint
    this.#hint = hints?.newest
    if (!isNews) return []
    const message = 'Somebody has a message for you. It comes with the result of your next tool call.'
    return [{ event: 'hint.waiting', level: 'notice', details: { session: hints.session, count: hints.count, message } }]
  }

  #expiring({ leases }: AgentState, now: Date): Notice[] {
    const due = leases.filter(({ id, until }) => timeOf(until) - now.getTime() <= shortly && this.#warned.get(id) !== until)
    return due.map(({ id, key, until }) => {
      this.#warned.set(id, until)
      const message = 'Renew it with claim_task (action: renew) if you still work on it.'
      return { event: 'lease.expiring', level: 'warning', details: { task: key, until, message } }
    })
  }
}

/** A lease that its holder released causes no notice. */
function ended(gone: readonly Lease[], endings: ReadonlyMap<string, string>, now: Date): Notice[] {
  return gone.flatMap(({ id, key, until }): Notice[] => {
    if (endings.get(id) === 'overridden') {
      const message = 'A person took this task out of your hands. Stop working on it and tell your user.'
      return [{ event: 'lease.overridden', level: 'error', details: { task: key, message } }]
    }
    if (timeOf(until) > now.getTime()) return []
    const message = 'Your lease has run out, so others may claim the task. Claim it again before you change it.'
    return [{ event: 'lease.expired', level: 'warning', details: { task: key, message } }]
  })
}
