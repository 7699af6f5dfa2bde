import { BatonError } from '@baton/client'
import { useEffect } from 'react'
import { enterOrganization, useOrganization } from '../data/organization.ts'
import { useRead } from '../data/reads.ts'
import { Skeleton } from '../ui/states.tsx'
import { Shell } from './shell.tsx'
import { lazily } from '../ui/lazily.tsx'

const NoAccess = lazily('block', () => import('./no-access.tsx').then((module) => ({ default: module.NoAccess })))

/** Enters an organization only after the server has answered for it: any first segment of a URL could be a handle. */
export function OrganizationGate() {
  const org = useOrganization()
  const { data, error } = useRead('getOrganization', { organization: org })
  const refused = error instanceof BatonError && (error.status === 404 || error.status === 403 || error.status === 400)
  const open = !refused && data !== undefined
  useEffect(() => {
    if (open) enterOrganization(org)
  }, [open, org])
  if (refused) return <NoAccess handle={org} />
  // Offline, cached data can still be shown.
  return data || error ? <Shell /> : <Skeleton />
}
