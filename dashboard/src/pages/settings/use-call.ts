import type { Name } from '@baton/client'
import { useCallback } from 'react'
import { tellProblem } from '../../data/problems.ts'
import { toast } from '../../data/toast.ts'
import { useOrganization } from '../../data/organization.ts'
import { withPerson } from '../../data/step-up.ts'
import { readAgain } from '../../data/reads.ts'

interface After {
  /** Message to show on success. */
  done?: string
  /** The reads to refresh. */
  then?: readonly Name[]
}

/** Makes calls that must not wait in the outbox: credentials, and what requires a person. Returns null if refused. */
export function useCall() {
  const organization = useOrganization()
  return useCallback(
    async <T>(work: () => Promise<T>, { done, then }: After = {}): Promise<T | null> => {
      try {
        const answer = await withPerson(work)
        if (then) readAgain(organization, new Set(then))
        if (done) toast.success(done)
        return answer
      } catch (error) {
        tellProblem(error)
        return null
      }
    },
    [organization],
  )
}
