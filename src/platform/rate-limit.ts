import type { Hints } from './redis.ts'

interface Bucket {
  /** Counted here and not yet sent to Redis. */
  fresh: number
  /** Counted by all nodes, as of the last exchange. */
  known: number
}

const windowMilliseconds = 60_000
const exchangeMilliseconds = 1_000

/**
 * Counts in the process and exchanges sums with Redis once a second, so no request waits for Redis. Without Redis each
 * node allows half the limit.
 */
export class RateLimiter {
  readonly #hints: Hints
  #window = 0
  #buckets = new Map<string, Bucket>()
  readonly #timer: NodeJS.Timeout

  constructor(hints: Hints) {
    this.#hints = hints
    this.#timer = setInterval(() => void this.#exchange(), exchangeMilliseconds)
    this.#timer.unref()
  }

  /** Counts one request, or as much as it weighs; returns the seconds to wait if the limit is exceeded. */
  take(key: string, limit: number, now: number, weight = 1): number | null {
    const window = Math.floor(now / windowMilliseconds)
    if (window !== this.#window) {
      this.#window = window
      this.#buckets = new Map()
    }
    let bucket = this.#buckets.get(key)
    if (!bucket) this.#buckets.set(key, (bucket = { fresh: 0, known: 0 }))
    bucket.fresh += weight
    const allowed = this.#hints.ready ? limit : Math.ceil(limit / 2)
    if (bucket.fresh + bucket.known <= allowed) return null
    return Math.ceil(((window + 1) * windowMilliseconds - now) / 1000)
  }

  async #exchange(): Promise<void> {
    if (!this.#hints.ready) return
    const window = this.#window
    const moved = new Map<string, number>()
    for (const [key, bucket] of this.#buckets) if (bucket.fresh > 0) moved.set(`rate:${key}:${window}`, bucket.fresh)
    if (moved.size === 0) return
    const totals = await this.#hints.addToCounters(moved, 120).catch(() => null)
    if (!totals || window !== this.#window) return
    for (const [key, bucket] of this.#buckets) {
      const name = `rate:${key}:${window}`
      const total = totals.get(name)
      if (total === undefined) continue
      bucket.fresh -= moved.get(name) ?? 0
      bucket.known = total
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
