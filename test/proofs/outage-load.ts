import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Person, send } from '../person.ts'

interface Call {
  kind: string
  status: number
  ms: number
  at: number
}

/** People who never stop: each writes, lists, logs in and, beside that, searches, and repeats with its key what nobody answered. */
export class Load {
  readonly calls: Call[] = []
  readonly acknowledged = new Set<string>()
  #over = false
  #running: Promise<unknown> = Promise.resolve()
  #number = 0

  static async start(url: string, people: readonly Person[]): Promise<Load> {
    const load = new Load()
    load.#running = Promise.all(people.flatMap((person) => [load.#work(url, person), load.#search(person)]))
    return load
  }

  async #work(url: string, person: Person): Promise<void> {
    while (!this.#over) {
      await this.#create(person)
      await this.#timed('list', () => person.call('GET', '/api/tasks?project=outage'))
      await this.#timed('login', () => send(url, 'POST', '/api/auth/login', { email: person.user.email, password: person.password }))
      await pause(20)
    }
  }

  /** Apart from the rest: it waits for a model, as long as that is given time to answer. */
  async #search(person: Person): Promise<void> {
    while (!this.#over) {
      await this.#timed('search', () => person.call('GET', '/api/search?q=written'))
      await pause(50)
    }
  }

  async #create(person: Person): Promise<void> {
    const title = `written ${this.#number++}`
    const create = () => person.call('POST', '/api/tasks', { project: 'outage', title }, { 'idempotency-key': title })
    for (let attempt = 0; attempt < 500; attempt++) {
      const status = await this.#timed('create', create)
      if (status === 201) return void this.acknowledged.add(title)
      if (this.#over) return
      await pause(100)
    }
  }

  async #timed(kind: string, call: () => Promise<{ status: number }>): Promise<number> {
    const at = performance.now()
    const status = await call().then(
      (answer) => answer.status,
      () => 0,
    )
    this.calls.push({ kind, status, ms: performance.now() - at, at })
    return status
  }

  /** What was called within a stretch of time, those that began in it. */
  between(from: number, to: number): Call[] {
    return this.calls.filter(({ at }) => at >= from && at < to)
  }

  async stop(): Promise<void> {
    this.#over = true
    await this.#running
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
