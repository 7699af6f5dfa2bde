import type { Name } from '@baton/client'
import { useCallback } from 'react'
import { tellProblem } from '../../data/problems.ts'
import { toast } from '../../data/toast.ts'
import { useOrganization } from '../../data/organization.ts'
import { withPerson } from '../../data/step-up.ts'
import { readAgain } from '../../data/reads.ts'

interface After {
  /** Said when it is done. */
  done?: string
  /** What to read again. */
  then?: readonly Name[]
}

/** Calls what must not wait in the outbox: credentials and what is asked of a person. Answers null when it was refused. */
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
