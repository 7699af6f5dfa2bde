import { Meter } from '../meter.tsx'
import { Countdown, useNow } from '../time.tsx'

const usualTerm = 30 * 60_000

/** The length of a lease's term since its claim or last renewal. Leases without a recorded start get the usual term. */
export const leaseTerm = ({ from, until }: { from: string | null; until: string }): number =>
  from ? Math.max(Date.parse(until) - Date.parse(from), 1) : usualTerm

/** The remainder of a lease, as time and as a share of its term. */
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
