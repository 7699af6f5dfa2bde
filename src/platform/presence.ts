import { randomUUID } from 'node:crypto'
import type { Hints } from './redis.ts'

/** Somebody who is present: a person or an agent, and the project, feature or item they look at. */
export interface Sign {
  kind: 'person' | 'agent'
  id: string
  project: string | null
  feature: string | null
  item?: string | null
}

/** Whoever gives no sign of life for this long is gone; the next renewal by anybody else announces it. Together that stays below 45 s. */
export const leaseFor = 25_000
export const renewEvery = 10_000
/** A reloaded page returns within this time and was never away. */
const partingTime = 3_000

const now = "local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000)"
/** Uses Redis's clock, so that no node's clock has to be right. Returns how many came or went. */
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
 * Presence by leases in Redis that each node renews for its own connections. The leases of a killed node expire by themselves. Without Redis
 * nobody is known to be present.
 */
export class Presence {
  readonly #hints: Hints
  readonly #report: (error: unknown) => void
  readonly #times: Times
  readonly #node = randomUUID()
  /** By organization: the signs that this node holds, with the number of connections for each. An organization without any is only watched. */
  readonly #held = new Map<string, { signs: Map<string, number>; watchers: number }>()
  /** Signs of life without a connection, and until when each counts. */
  readonly #noted = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(hints: Hints, report: (error: unknown) => void, times: Times = { lease: leaseFor, renew: renewEvery, parting: partingTime }) {
    this.#hints = hints
    this.#report = report
    this.#times = times
    this.#timer = setInterval(() => void this.#renewAll(), times.renew).unref()
  }

  /** Counts from now until the returned function is called. Several connections of one person are one sign; null only watches. */
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
    // Debounced: another call within a few seconds changes nothing that a lease would show.
    this.#noted.set(`${org} ${name}`, at + this.#times.renew / 2)
    void this.#renew(org, [name])
  }

  /** Everybody who is present now, each place once; null while that can't be determined. */
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

  /** Drops everything this node holds at once, instead of letting its leases expire. */
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

  /** Runs the script and, if it changed the list, tells everybody. */
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
