import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Person, send } from '../../harness/person.ts'

/** The last of these needs only the process. */
export const kinds = ['create', 'list', 'login', 'search', 'upload', 'download', 'upload to disk', 'download from disk', 'live'] as const
export type Kind = (typeof kinds)[number]

export interface Call {
  kind: Kind
  status: number
  ms: number
  at: number
}

/** Tireless people: each writes, lists and logs in, and in parallel searches and attaches files; unanswered writes are retried by key. */
export class Load {
  readonly calls: Call[] = []
  readonly acknowledged = new Set<string>()
  /** The acknowledged attachments. */
  readonly attached = new Set<string>()
  /** Files whose content came back changed. */
  spoiled = 0
  readonly #running: Promise<void>[] = []
  #over = false
  #number = 0

  work(url: string, person: Person): void {
    this.#repeat(20, async () => {
      await this.#create(person)
      await this.#timed('list', () => person.call('GET', '/api/tasks?project=outage'))
      await this.#timed('login', () => send(url, 'POST', '/api/auth/login', { email: person.user.email, password: person.password }))
    })
    // Separate from the rest, because it waits for a model for as long as its timeout allows.
    this.#repeat(50, () => this.#timed('search', () => person.call('GET', '/api/search?q=written')))
  }

  /** A call that needs only the process: its latency shows how busy the machine is. */
  ask(url: string): void {
    this.#repeat(50, () => this.#timed('live', () => send(url, 'GET', '/health/live')))
  }

  attach(url: string, person: Person, task: string, upload: Kind, download: Kind): void {
    const headers = { authorization: `Bearer ${person.token}` }
    this.#repeat(50, async () => {
      const content = `attached ${this.#number++}`
      let id = ''
      const status = await this.#timed(upload, async () => {
        const answer = await fetch(`${url}/api/tasks/${task}/attachments?name=a.txt`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/octet-stream' },
          body: content,
        })
        ;({ id = '' } = (await answer.json()) as { id?: string })
        return answer
      })
      if (status !== 201) return
      this.attached.add(id)
      await this.#timed(download, async () => {
        const answer = await fetch(`${url}/api/attachments/${id}`, { headers })
        const text = await answer.text()
        if (answer.status === 200 && text !== content) this.spoiled++
        return answer
      })
    })
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

  #repeat(milliseconds: number, work: () => Promise<unknown>): void {
    const run = async () => {
      while (!this.#over) {
        await work()
        await pause(milliseconds)
      }
    }
    this.#running.push(run())
  }

  async #timed(kind: Kind, call: () => Promise<{ status: number }>): Promise<number> {
    const at = performance.now()
    const status = await call().then(
      (answer) => answer.status,
      () => 0,
    )
    this.calls.push({ kind, status, ms: performance.now() - at, at })
    return status
  }

  /** The calls that began in a time span. */
  between(from: number, to: number): Call[] {
    return this.calls.filter(({ at }) => at >= from && at < to)
  }

  async stop(): Promise<void> {
    this.#over = true
    await Promise.all(this.#running)
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
