import { BatonError } from '@baton/client'
import { Suspense, useEffect } from 'react'
import { enterOrganization, useOrganization } from '../data/organization.ts'
import { useRead } from '../data/reads.ts'
import { Skeleton } from '../ui/states.tsx'
import { Shell } from './shell.tsx'
import { lazily } from '../ui/lazily.ts'

const NoAccess = lazily(() => import('./no-access.tsx').then((module) => ({ default: module.NoAccess })))

/** Lets into an organization that has answered. Any first word of an address can stand for one, so its name alone means nothing. */
export function OrganizationGate() {
  const org = useOrganization()
  const { data, error } = useRead('getOrganization', { organization: org })
  const refused = error instanceof BatonError && (error.status === 404 || error.status === 403 || error.status === 400)
  const open = !refused && data !== undefined
  useEffect(() => {
    if (open) enterOrganization(org)
  }, [open, org])
  if (refused)
    return (
      <Suspense fallback={<Skeleton />}>
        <NoAccess handle={org} />
      </Suspense>
    )
  // Without a connection, what was read before is still here to be seen.
  return data || error ? <Shell /> : <Skeleton />
}
