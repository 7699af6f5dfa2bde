import type { Database } from './postgres.ts'
import { bulkheadRefused } from './telemetry.ts'

interface Compartment {
  running: number
  waiting: (() => void)[]
}

/** No slot became free in time. The code is PostgreSQL's own for too many connections, so every door answers with 503 and Retry-After. */
class NoRoom extends Error {
  readonly code = '53300'
}

/**
 * Runs at most `max` pieces of work per key at once. Further ones wait for a short time in a bounded queue and are then refused, so that whoever
 * floods one compartment leaves the others afloat.
 */
export class Bulkhead {
  readonly #name: string
  readonly #max: number
  readonly #patience: number
  readonly #maxWaiting: number
  readonly #compartments = new Map<string, Compartment>()

  constructor(name: string, max: number, { patience = 2_000, maxWaiting = 200 } = {}) {
    this.#name = name
    bulkheadRefused.inc({ bulkhead: name }, 0)
    this.#max = max
    this.#patience = patience
    this.#maxWaiting = maxWaiting
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(key)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Resolves with the function that frees the slot. */
  async enter(key: string): Promise<() => void> {
    let compartment = this.#compartments.get(key)
    if (!compartment) this.#compartments.set(key, (compartment = { running: 0, waiting: [] }))
    if (compartment.running < this.#max) compartment.running++
    else await this.#wait(compartment)
    return () => this.#leave(key, compartment)
  }

  #wait({ waiting }: Compartment): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        bulkheadRefused.inc({ bulkhead: this.#name })
        reject(new NoRoom(`no room in ${this.#name}`))
      }
      if (waiting.length >= this.#maxWaiting) return refuse()
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(next), 1)
        refuse()
      }, this.#patience)
      const next = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(next)
    })
  }

  /** The longest waiter takes over the slot. */
  #leave(key: string, compartment: Compartment): void {
    const next = compartment.waiting.shift()
    if (next) return next()
    if (--compartment.running === 0) this.#compartments.delete(key)
  }
}

/** Keeps one organization, or one user with many, from taking all connections of a node: each writer that waits for a lock holds one. */
export function boundTransactions(database: Database, pool: number): Database {
  const max = Math.max(1, Math.ceil(pool * 0.7))
  const organizations = new Bulkhead('organization transactions', max)
  const users = new Bulkhead('user transactions', max)
  return {
    ...database,
    withRealm(realm, place, mode, work) {
      const begin = () => database.withRealm(realm, place, mode, work)
      const { org, user } = place
      // The account realm uses the same connections as the organization realm.
      const kind = realm === 'account' ? 'organization' : realm
      const inOrganization = org === null ? begin : () => organizations.run(`${kind} ${org}`, begin)
      return user === null ? inOrganization() : users.run(`${kind} ${user}`, inOrganization)
    },
  }
}
