import { act } from '../../../data/writes/act.ts'
import type { DecisionDetails } from './decision-status.tsx'

/** Accepts or rejects as the logged-in person; the record says that it was a person. */
export const decide = (organization: string, { id, ref, version }: DecisionDetails, status: 'accepted' | 'rejected') =>
  act({
    organization,
    operation: 'updateDecision',
    input: { decision: id, status, version },
    label: `${status === 'accepted' ? 'Accept' : 'Reject'} ${ref}`,
    done: `${ref} ${status}`,
    then: ['getDecision', 'listDecisions'],
  })
