import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Button } from '../../../ui/button.tsx'
import { dateTime } from '../../../ui/format.ts'
import { decide } from './decide.ts'
import { DecisionStatus, type DecisionDetails } from './decision-status.tsx'

/** The decision's status: who decided, or who still has to. */
export function DecisionVerdict({ decision }: { decision: DecisionDetails }) {
  const organization = useOrganization()
  const { actor, writes } = usePeople()
  const [busy, setBusy] = useState(false)
  const choose = async (status: 'accepted' | 'rejected') => {
    setBusy(true)
    await decide(organization, decision, status)
    setBusy(false)
  }
  if (decision.status !== 'proposed') {
    const by = decision.decided_by ? actor(decision.decided_by, decision.decided_by_agent_id) : undefined
    return (
      <p className="flex flex-wrap items-center gap-x-8 text-muted">
        <DecisionStatus status={decision.status} />
        {by && (
          <span>
            by {by.name}
            {by.of && `, agent of ${by.of}`}
            {decision.decided_by_agent && !by.of && ', through a token'}
            {decision.decided_at && `, ${dateTime(decision.decided_at)}`}
          </span>
        )}
      </p>
    )
  }
  return (
    <section
      aria-label="Decide"
      className="flex flex-col gap-12 rounded-card border border-accent bg-accent-soft/50 p-12 wide:flex-row wide:items-center"
    >
      <div className="flex min-w-0 flex-1 items-start gap-12">
        <span className="flex size-row shrink-0 items-center justify-center rounded-control bg-accent text-on-accent">
          <Scale className="size-16" aria-hidden />
        </span>
        <div className="min-w-0">
          <h3 className="font-medium">Proposed by {actor(decision.created_by, decision.created_by_agent_id).name}, not decided yet</h3>
          <p className="text-helper text-muted">
            {writes ? 'Once accepted it applies to the listed paths and can’t be edited.' : 'Members can decide this.'}
          </p>
        </div>
      </div>
      {writes && (
        <div className="flex gap-6 max-wide:[&>button]:flex-auto">
          <Button busy={busy} onClick={() => void choose('rejected')}>
            Reject
          </Button>
          <Button look="primary" busy={busy} onClick={() => void choose('accepted')}>
            Accept {decision.ref}
          </Button>
        </div>
      )}
    </section>
  )
}
