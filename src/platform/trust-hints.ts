import type { Hints } from './redis.ts'

/** Redis that was away a moment ago may have lost hints on the way. */
const distrustFor = 15_000

/** Answers whether hints can be relied on just now; ask it every second or so, since it learns of an outage only while it is asked. */
export function trustIn(hints: Pick<Hints, 'ready' | 'lostAt'>): () => boolean {
  let from = 0
  return () => {
    const now = performance.now()
    from = Math.max(from, (hints.ready ? hints.lostAt : now) + distrustFor)
    return now >= from
  }
}
