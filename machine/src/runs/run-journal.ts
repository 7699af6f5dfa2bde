import type { RunName, RunResult } from '../../../src/platform/tunnel-protocol.ts'
import { DurableLog } from '../durable-log.ts'

/** An attempt as recorded: without its prompt and its token. */
export interface Attempt extends RunName {
  task: string
  client: string
  expires_at: string
  /** Removed after a restart. */
  run_folder: string
}

type Entry =
  | ({ kind: 'accepted' } & Attempt)
  | { kind: 'finished'; result: RunResult }
  | ({ kind: 'received' } & RunName)
  | { kind: 'mark'; fences: [run: string, fence: number, until: number][] }

/** How long the fence of a run is remembered after it has ended, at least. */
const remembered = 7 * 24 * 3_600_000

const keyOf = ({ run, fence }: RunName): string => `${run} ${fence}`

/**
 * The accepted attempts at runs and their results. Every line is on disk before it counts: a machine that is killed at any moment
 * starts nothing a second time, and every result waits here until the server has confirmed it.
 */
export class RunJournal {
  readonly #log: DurableLog<Entry>
  readonly #open = new Map<string, { attempt: Attempt; result: RunResult | null }>()
  /** The highest fence seen for each run, and how long to remember it. */
  readonly #fences = new Map<string, { fence: number; until: number }>()

  constructor(file: string) {
    this.#log = new DurableLog<Entry>(file, { note: (entry) => this.#note(entry), keep: () => this.#kept() })
  }

  #kept(): Entry[] {
    const fences = [...this.#fences].filter(([, { until }]) => until > Date.now())
    const entries: Entry[] = [{ kind: 'mark', fences: fences.map(([run, { fence, until }]) => [run, fence, until]) }]
    for (const { attempt, result } of this.#open.values()) {
      entries.push({ kind: 'accepted', ...attempt })
      if (result) entries.push({ kind: 'finished', result })
    }
    return entries
  }

  /** The highest fence with which this run was seen here; 0 if it never was. */
  fenceOf(run: string): number {
    return this.#fences.get(run)?.fence ?? 0
  }

  accept(attempt: Attempt): void {
    this.#log.append({ kind: 'accepted', ...attempt })
  }

  finish(result: RunResult): void {
    this.#log.append({ kind: 'finished', result })
  }

  received(name: RunName): void {
    if (this.#open.has(keyOf(name))) this.#log.append({ kind: 'received', run: name.run, fence: name.fence })
  }

  resultOf(name: RunName): RunResult | undefined {
    return this.#open.get(keyOf(name))?.result ?? undefined
  }

  /** Results that the server has not confirmed yet. */
  get outbox(): RunResult[] {
    return [...this.#open.values()].flatMap(({ result }) => (result ? [result] : []))
  }

  /** Accepted but not finished when the machine last stopped: nobody knows how far it got, so it is not repeated. */
  get interrupted(): Attempt[] {
    return [...this.#open.values()].flatMap(({ attempt, result }) => (result ? [] : [attempt]))
  }

  close(): void {
    this.#log.close()
  }

  #note(entry: Entry): void {
    if (entry.kind === 'mark') for (const [run, fence, until] of entry.fences) this.#fences.set(run, { fence, until })
    else if (entry.kind === 'accepted') {
      const { kind: _, ...attempt } = entry
      this.#open.set(keyOf(attempt), { attempt, result: null })
      const until = Math.max(Date.now(), Date.parse(attempt.expires_at)) + remembered
      this.#fences.set(attempt.run, { fence: Math.max(attempt.fence, this.fenceOf(attempt.run)), until })
    } else if (entry.kind === 'finished') {
      const known = this.#open.get(keyOf(entry.result))
      if (known) known.result = entry.result
    } else this.#open.delete(keyOf(entry))
  }
}
