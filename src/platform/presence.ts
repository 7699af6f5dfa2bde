import { randomUUID } from 'node:crypto'
import type { Hints } from './redis.ts'

/** Somebody who is here: a person or an agent, and which project, feature or item they look at. */
export interface Sign {
  kind: 'person' | 'agent'
  id: string
  project: string | null
  feature: string | null
  item?: string | null
}

/** Whoever has given no sign for so long is gone; with the next renewal of anybody else, that is told. Together they stay below 45 s. */
export const leaseFor = 25_000
export const renewEvery = 10_000
/** A page that is loaded again comes back within this time and was never away. */
const partingTime = 3_000

const now = "local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000)"
/** By Redis' own clock, so that no node's clock has to be right. Answers how many came or went. */
const renew = `${now} local changed = redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  for i = 2, #ARGV do changed = changed + redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[i]) end
  redis.call('PEXPIRE', KEYS[1], 3600000) return changed`
const drop = "return redis.call('ZREM', KEYS[1], unpack(ARGV))"
const read = `${now} return redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')`

interface Times {
  lease: number
  renew: number
  parting: number
}

/**
 * Who is here, by leases in Redis that each node renews for its own connections. What a node that was killed held runs out by itself. Without
 * Redis nobody is known to be here.
 */
export class Presence {
  readonly #hints: Hints
  readonly #report: (error: unknown) => void
  readonly #times: Times
  readonly #node = randomUUID()
  /** By organization: what this node holds there and how many connections hold it. An organization without any is only watched. */
  readonly #held = new Map<string, { signs: Map<string, number>; watchers: number }>()
  /** Signs of life without a connection: until when each counts. */
  readonly #noted = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(hints: Hints, report: (error: unknown) => void, times: Times = { lease: leaseFor, renew: renewEvery, parting: partingTime }) {
    this.#hints = hints
    this.#report = report
    this.#times = times
    this.#timer = setInterval(() => void this.#renewAll(), times.renew).unref()
  }

  /** From now until the returned function is called. Many connections of one person are one sign; null watches and is nobody. */
  hold(org: string, sign: Sign | null): () => void {
    const held = this.#held.get(org) ?? { signs: new Map<string, number>(), watchers: 0 }
    this.#held.set(org, held)
    held.watchers++
    const name = sign && this.#nameOf(sign)
    if (name) {
      const count = held.signs.get(name) ?? 0
      held.signs.set(name, count + 1)
      if (count === 0) void this.#renew(org, [name])
    }
    let ended = false
    return () => {
      if (ended) return
      ended = true
      if (--held.watchers === 0) this.#held.delete(org)
      if (!name) return
      const left = (held.signs.get(name) ?? 1) - 1
      if (left > 0) return void held.signs.set(name, left)
      held.signs.delete(name)
      setTimeout(() => this.#part(org, name), this.#times.parting).unref()
    }
  }

  /** A sign of life of somebody who keeps no connection open, such as an agent that calls a tool. */
  note(org: string, sign: Sign): void {
    const [name, at] = [this.#nameOf(sign), performance.now()]
    if ((this.#noted.get(`${org} ${name}`) ?? 0) > at) return
    // A call a few seconds later adds nothing that a lease would show.
    this.#noted.set(`${org} ${name}`, at + this.#times.renew / 2)
    void this.#renew(org, [name])
  }

  /** Everybody who is here now, each place once; null while nobody can tell. */
  async read(org: string): Promise<Sign[] | null> {
    if (!this.#hints.ready) return null
    try {
      const names = (await this.#hints.evaluate(read, keyOf(org), [])) as string[]
      const signs = new Set(names.map((name) => name.slice(name.indexOf(' ') + 1)))
      return [...signs].map((text) => {
        const [kind, id = '', project, feature, item] = text.split(' ')
        const at = { project: project || null, feature: feature || null, item: item || null }
        return { kind: kind === 'agent' ? 'agent' : 'person', id, ...at }
      })
    } catch (error) {
      this.#report(error)
      return null
    }
  }

  /** What this node holds is gone at once, not when its leases run out. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    const all = [...this.#held]
    this.#held.clear()
    await Promise.all(all.map(([org, { signs }]) => this.#drop(org, [...signs.keys()])))
  }

  #nameOf({ kind, id, project, feature, item }: Sign): string {
    return `${this.#node} ${kind} ${id} ${project ?? ''} ${feature ?? ''}${item ? ` ${item}` : ''}`
  }

  async #renewAll(): Promise<void> {
    const at = performance.now()
    for (const [name, until] of this.#noted) if (until < at) this.#noted.delete(name)
    for (const [org, { signs }] of [...this.#held]) await this.#renew(org, [...signs.keys()])
  }

  async #renew(org: string, names: readonly string[]): Promise<void> {
    await this.#change(org, renew, [String(this.#times.lease), ...names])
  }

  #part(org: string, name: string): void {
    if (!this.#held.get(org)?.signs.has(name)) void this.#drop(org, [name])
  }

  async #drop(org: string, names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.#change(org, drop, names)
  }

  /** Whoever changes the list tells everybody that it has. */
  async #change(org: string, script: string, values: readonly string[]): Promise<void> {
    if (!this.#hints.ready) return
    try {
      if (Number(await this.#hints.evaluate(script, keyOf(org), values)) > 0) this.#hints.publish(`changes:${org}`, 'presence.changed')
    } catch (error) {
      this.#report(error)
    }
  }
}

const keyOf = (org: string): string => `presence:${org}`
