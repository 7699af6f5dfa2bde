import type { ActionBody, ActionResult } from '../../src/platform/tunnel-protocol.ts'
import { DurableLog } from './durable-log.ts'

type Entry =
  | { kind: 'accepted'; body: ActionBody; challenge: string | null }
  | { kind: 'started'; id: string }
  | { kind: 'finished'; result: ActionResult }
  | { kind: 'received'; id: string }
  | { kind: 'mark'; seq: number; ids: string[]; challenges: Record<string, string> }

interface Known {
  body: ActionBody | null
  started: boolean
  result: ActionResult | null
}

/** How many finished actions are kept by id when the file is compacted; older ones are recognized by their sequence number. */
const remembered = 1000

/**
 * The requested actions and their results. Every line is on disk before it counts, so a machine that is killed at any moment knows
 * afterwards what it must not run again; results wait here until the server has confirmed them.
 */
export class Journal {
  readonly #log: DurableLog<Entry>
  readonly #open = new Map<string, Known>()
  readonly #ended = new Set<string>()
  readonly #challenges = new Map<string, string>()
  #seq = 0

  constructor(file: string) {
    this.#log = new DurableLog<Entry>(file, { note: (entry) => this.#note(entry), keep: () => this.#kept() })
  }

  #kept(): Entry[] {
    const ids = [...this.#ended].slice(-remembered)
    const entries: Entry[] = [{ kind: 'mark', seq: this.#seq, ids, challenges: Object.fromEntries(this.#challenges) }]
    for (const { body, started, result } of this.#open.values()) {
      if (!body) continue
      entries.push({ kind: 'accepted', body, challenge: null })
      if (started) entries.push({ kind: 'started', id: body.id })
      if (result) entries.push({ kind: 'finished', result })
    }
    return entries
  }

  get lastSeq(): number {
    return this.#seq
  }

  knows(id: string): boolean {
    return this.#open.has(id) || this.#ended.has(id)
  }

  /** Whether a signature over this challenge has already authorized an action. */
  isUsed(challenge: string): boolean {
    return this.#challenges.has(challenge)
  }

  accept(body: ActionBody, challenge: string | null): void {
    this.#log.append({ kind: 'accepted', body, challenge })
  }

  start(id: string): void {
    this.#log.append({ kind: 'started', id })
  }

  finish(result: ActionResult): void {
    this.#log.append({ kind: 'finished', result })
  }

  received(id: string): void {
    if (this.#open.has(id)) this.#log.append({ kind: 'received', id })
  }

  /** Results that the server has not confirmed yet. */
  get outbox(): ActionResult[] {
    return [...this.#open.values()].flatMap(({ result }) => (result ? [result] : []))
  }

  /** Accepted but not started when the machine last stopped: safe to run. */
  get unstarted(): ActionBody[] {
    return [...this.#open.values()].flatMap(({ body, started, result }) => (body && !started && !result ? [body] : []))
  }

  /** Started but not finished when the machine last stopped: nobody knows how far it got, so it is not repeated. */
  get interrupted(): string[] {
    return [...this.#open.values()].flatMap(({ body, started, result }) => (body && started && !result ? [body.id] : []))
  }

  close(): void {
    this.#log.close()
  }

  #note(entry: Entry): void {
    if (entry.kind === 'mark') {
      this.#seq = entry.seq
      for (const id of entry.ids) this.#ended.add(id)
      for (const [challenge, until] of Object.entries(entry.challenges))
        if (Date.parse(until) > Date.now()) this.#challenges.set(challenge, until)
    } else if (entry.kind === 'accepted') {
      this.#seq = Math.max(this.#seq, entry.body.seq)
      this.#open.set(entry.body.id, { body: entry.body, started: false, result: null })
      if (entry.challenge) this.#challenges.set(entry.challenge, entry.body.expires_at)
    } else if (entry.kind === 'received') {
      this.#open.delete(entry.id)
      this.#ended.add(entry.id)
      // Older ones are refused by their sequence number.
      const [oldest] = this.#ended
      if (oldest && this.#ended.size > 10 * remembered) this.#ended.delete(oldest)
    } else {
      const known = this.#open.get(entry.kind === 'started' ? entry.id : entry.result.id)
      if (known && entry.kind === 'started') known.started = true
      else if (known && entry.kind === 'finished') known.result = entry.result
    }
  }
}
