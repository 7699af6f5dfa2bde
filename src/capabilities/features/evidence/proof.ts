import type { z } from 'zod'
import type { Proof } from '../../vocabulary.contract.ts'
import { atLeast, type Rank } from '../workflows/gate.ts'
import { checkResult } from './check-result.ts'
import type { LiveEvidence } from './evidence-row.ts'

interface Proven {
  proof: z.output<typeof Proof>
  proof_covers: string[]
}

/** What these results prove: the best rank that any check has passed with, and the checks that reached it. */
export function proofOf(results: readonly Pick<LiveEvidence, 'check' | 'outcome' | 'rank'>[]): Proven {
  let proof: Rank | null = null
  let covers: string[] = []
  for (const check of new Set(results.map((one) => one.check))) {
    const { best } = checkResult(results.filter((one) => one.check === check))
    if (!best || (proof && !atLeast(best, proof))) continue
    covers = best === proof ? [...covers, check] : [check]
    proof = best
  }
  return { proof: proof ?? 'none', proof_covers: covers.toSorted() }
}
