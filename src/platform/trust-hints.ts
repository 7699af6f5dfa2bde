import type { Hints } from './redis.ts'

/** After an outage of Redis, hints of other processes may be lost until those have reconnected too. */
const distrustFor = 15_000

/** Returns whether hints can be relied on right now. Call it every second or so: it notices an outage only when it is called. */
export function trustIn(hints: Pick<Hints, 'ready' | 'lostAt'>): () => boolean {
  let from = 0
  return () => {
    const now = performance.now()
    from = Math.max(from, (hints.ready ? hints.lostAt : now) + distrustFor)
    return now >= from
  }
}
