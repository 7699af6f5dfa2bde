import { atLeast, higher, type Rank } from '../workflows/gate.ts'
import type { LiveEvidence } from './evidence-row.ts'

export interface CheckResult {
  /** The best pass that still counts. */
  best: Rank | null
  failing: boolean
}

/**
 * The state of a check after these results, oldest first. A failure cancels every pass before it, and only a pass of at least the same
 * rank clears it: nobody can talk a red build green.
 */
export function checkResult(results: readonly Pick<LiveEvidence, 'outcome' | 'rank'>[]): CheckResult {
  let best: Rank | null = null
  let failure: Rank | null = null
  for (const { outcome, rank } of results) {
    if (outcome === 'fail') {
      failure = failure ? higher(failure, rank) : rank
      best = null
    } else if (!failure || atLeast(rank, failure)) {
      failure = null
      best = best ? higher(best, rank) : rank
    }
  }
  return { best, failing: failure !== null }
}
