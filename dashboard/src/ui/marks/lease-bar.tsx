import { Meter } from '../meter.tsx'
import { Countdown, useNow } from '../time.tsx'

const usualTerm = 30 * 60_000

/** How long a term of a lease is, from its claim or its last renewal. What was claimed before that was kept has the usual one. */
export const leaseTerm = ({ from, until }: { from: string | null; until: string }): number =>
  from ? Math.max(Date.parse(until) - Date.parse(from), 1) : usualTerm

/** What is left of a lease, in time and as a share of its term. */
export function LeaseBar({ task, from, until }: { task: string; from: string | null; until: string }) {
  const now = useNow(5000)
  const term = leaseTerm({ from, until })
  const share = (Date.parse(until) - now) / term
  return (
    <>
      <Countdown until={until} warnBelow={term / 4} />
      <Meter label={`Lease of ${task}`} share={share} warn={share < 0.25} />
    </>
  )
}
