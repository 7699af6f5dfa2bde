import { Counter } from 'prom-client'
import { metrics } from './metrics.ts'

interface Options<Label extends string> {
  name: string
  help: string
  labels: readonly Label[]
  /** How many series it has at most. */
  most: number
  /** Labels of what comes when there are that many: the ones with many values. */
  beyond: Partial<Record<Label, string>>
}

/** A counter whose labels multiply: a scrape stays as small as it was planned, and nothing goes uncounted. */
export class BoundedCounter<Label extends string> {
  readonly #counter: Counter<Label>
  readonly #seen = new Set<string>()
  readonly #options: Options<Label>

  constructor(options: Options<Label>) {
    this.#options = options
    const { name, help, labels } = options
    this.#counter = new Counter({ name, help, labelNames: [...labels], registers: [metrics] })
  }

  inc(labels: Record<Label, string>, by = 1): void {
    this.#counter.inc(this.#fits(labels) ? labels : { ...labels, ...this.#options.beyond }, by)
  }

  #fits(labels: Record<Label, string>): boolean {
    const series = this.#options.labels.map((label) => labels[label]).join(' ')
    if (this.#seen.has(series)) return true
    if (this.#seen.size >= this.#options.most) return false
    this.#seen.add(series)
    return true
  }
}
